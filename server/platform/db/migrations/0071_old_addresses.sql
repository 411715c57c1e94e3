-- A restored backup is older than the last change of the address: somebody else may read the old mailbox.
ALTER TABLE users ADD COLUMN is_address_old boolean NOT NULL DEFAULT false;
