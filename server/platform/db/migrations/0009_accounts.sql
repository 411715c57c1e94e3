-- A volunteer who has left stays as a name behind what they did; the address is free again (product-rules 4.14).
ALTER TABLE users
  ADD COLUMN removed_at timestamptz,
  -- When someone whom an administrator entered was last sent the link for the first password.
  ADD COLUMN invited_at timestamptz,
  DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE removed_at IS NULL;
CREATE INDEX users_office ON users (fold(first_name), id) WHERE role <> 'Member' AND removed_at IS NULL;

-- Pictures, and later attachments: in the database, so that one backup holds everything (product-rules 10.1).
-- The id is random: whoever knows it may read the file.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('picture', 'attachment')),
  -- A label; the type is judged by the content.
  name text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 10485760),
  uploaded_by uuid REFERENCES users,
  created_at timestamptz NOT NULL
);
