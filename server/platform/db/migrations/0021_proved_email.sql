-- Anybody can register with anybody's address. When someone set a password by a link that was mailed
-- to it, the address is shown to be theirs, until they take another one; only then is what others
-- gave under it, such as donations, told to them.
ALTER TABLE users ADD COLUMN email_proved_at timestamptz;
