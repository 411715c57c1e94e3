-- A database that was restored from a backup holds the mails that were not sent in it, until an
-- administrator sends or cancels them (product-rules 8.9).
CREATE TABLE restores (
  id uuid PRIMARY KEY,
  restored_at timestamptz NOT NULL,
  backup_made_at timestamptz NOT NULL,
  -- When an administrator decided about the mails.
  answered_at timestamptz,
  answered_by uuid REFERENCES users,
  CONSTRAINT restores_answered_by_someone CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX restores_unanswered ON restores (restored_at) WHERE answered_at IS NULL;
CREATE INDEX ON restores (answered_by) WHERE answered_by IS NOT NULL;

ALTER TABLE mails
  ADD COLUMN held_at timestamptz,
  ADD COLUMN cancelled_at timestamptz,
  DROP CONSTRAINT mails_check,
  DROP CONSTRAINT mails_check1,
  ADD CONSTRAINT mails_one_outcome CHECK (num_nonnulls(sent_at, failed_at, cancelled_at) <= 1),
  ADD CONSTRAINT mails_due_until_outcome
    CHECK ((next_attempt_at IS NULL) = (num_nonnulls(sent_at, failed_at, cancelled_at) > 0)),
  ADD CONSTRAINT mails_held_until_outcome CHECK (held_at IS NULL OR next_attempt_at IS NOT NULL);

-- The senders look at it twice a second, so held mails are not in it.
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (is_batch, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL AND held_at IS NULL;
CREATE INDEX mails_held ON mails (created_at, id) WHERE held_at IS NOT NULL;
CREATE INDEX mails_cancelled ON mails (created_at, id) WHERE cancelled_at IS NOT NULL;
