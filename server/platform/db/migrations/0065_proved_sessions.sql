-- When the user of the session entered the password again (product-rules 4.33). The sign-in counts too.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
