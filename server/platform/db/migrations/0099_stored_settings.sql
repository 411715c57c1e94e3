-- What an administrator entered of the mail server and of PayFast, in place of variables of the environment.
CREATE TABLE stored_settings (
  kind text PRIMARY KEY CHECK (kind IN ('mail', 'payfast')),
  -- With passwords, so with the key of the installation, which is not in the database.
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) BETWEEN 28 AND 10000),
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES users (id)
);
CREATE INDEX ON stored_settings (changed_by);
