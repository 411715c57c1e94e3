-- The card provider's own list of transactions, which is compared with the payments (product-rules 7.14).
-- Names of payers are not stored, and nothing is changed after it was read.
CREATE TABLE provider_transactions (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL CHECK (char_length(provider_id) <= 40),
  -- The provider's code. A reversal has the number of its payment, so the number alone is not unique.
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 60),
  happened_at timestamptz NOT NULL,
  -- Negative when money went out; the fee is negative, too.
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  -- The invoice or donation that the payer paid for. Null for what another system sold: its references
  -- can be names.
  record_id uuid,
  is_test boolean NOT NULL,
  first_seen_at timestamptz NOT NULL,
  CONSTRAINT provider_transactions_once UNIQUE (provider_id, type, happened_at, gross_cents)
);
CREATE INDEX ON provider_transactions (happened_at);
CREATE INDEX ON provider_transactions (record_id) WHERE record_id IS NOT NULL;

-- Each comparison, recorded before it is made: of a night, or asked for by an administrator.
CREATE TABLE provider_comparisons (
  id uuid PRIMARY KEY,
  night date UNIQUE,
  requested_by uuid REFERENCES users,
  requested_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- While a worker has it, the end of its lease. Null when it has ended.
  next_attempt_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed, and what to do.
  failure text,
  from_day date,
  to_day date,
  -- The first day of the month that was compared as a whole.
  month date,
  transactions integer,
  CONSTRAINT provider_comparisons_night_or_person
    CHECK ((night IS NULL) = (requested_by IS NOT NULL)),
  CONSTRAINT provider_comparisons_one_end CHECK (
    num_nonnulls(next_attempt_at, finished_at, failed_at) = 1),
  CONSTRAINT provider_comparisons_failure CHECK (failed_at IS NULL OR failure IS NOT NULL),
  CONSTRAINT provider_comparisons_days CHECK (
    finished_at IS NULL OR (num_nonnulls(from_day, to_day, transactions) = 3 AND from_day <= to_day))
);
CREATE INDEX ON provider_comparisons (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX ON provider_comparisons (requested_at);
CREATE INDEX ON provider_comparisons (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX provider_comparisons_due ON provider_comparisons (next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
-- Of two administrators who press at once, the second finds the first one's.
CREATE UNIQUE INDEX provider_comparisons_one_asked ON provider_comparisons ((requested_by IS NOT NULL))
  WHERE requested_by IS NOT NULL AND next_attempt_at IS NOT NULL;

-- What differs between the two. It is resolved when it is gone, or dismissed by an administrator.
CREATE TABLE payment_differences (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('unrecorded', 'unknown-record', 'not-there', 'amount', 'fee',
    'paid-twice', 'reversed', 'unknown-type', 'test-row', 'balance')),
  -- What it is about, so that a repeated comparison finds the same one.
  key text NOT NULL,
  transaction_id uuid REFERENCES provider_transactions,
  payment_id uuid REFERENCES payments ON DELETE CASCADE,
  record_id uuid,
  day date NOT NULL,
  here_cents integer,
  there_cents integer,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= first_seen_at),
  mailed_at timestamptz,
  resolved_at timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid REFERENCES users,
  dismissed_reason text,
  CONSTRAINT payment_differences_once UNIQUE (kind, key),
  CONSTRAINT payment_differences_about CHECK (
    num_nonnulls(transaction_id, payment_id) = CASE kind WHEN 'balance' THEN 0 ELSE 1 END),
  CONSTRAINT payment_differences_dismissed_whole
    CHECK (num_nonnulls(dismissed_at, dismissed_by, dismissed_reason) IN (0, 3)),
  CONSTRAINT payment_differences_one_end CHECK (resolved_at IS NULL OR dismissed_at IS NULL)
);
CREATE INDEX payment_differences_open ON payment_differences (day, id)
  WHERE resolved_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX ON payment_differences (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX ON payment_differences (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX ON payment_differences (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON payment_differences (dismissed_by) WHERE dismissed_by IS NOT NULL;
