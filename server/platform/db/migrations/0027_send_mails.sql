-- Workers take due mails from this table. Mails that go alone are sent before batches.
ALTER TABLE mails
  ADD COLUMN is_batch boolean NOT NULL DEFAULT false,
  ADD COLUMN leased_until timestamptz;

DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (is_batch, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
