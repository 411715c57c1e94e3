-- A mail that was kept as a file, because no mail server was set, was not sent. Of earlier ones it is not known.
ALTER TABLE mails
  ADD COLUMN is_captured boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT mails_captured_when_done CHECK (NOT is_captured OR sent_at IS NOT NULL);

CREATE INDEX mails_captured ON mails (created_at, id) WHERE is_captured;
