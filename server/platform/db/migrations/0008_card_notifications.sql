-- The provider's notifications: kept as they came, answered, then judged (product-rules 7.2).
CREATE TABLE card_notifications (
  id uuid PRIMARY KEY,
  -- By the address that it was sent to.
  kind text NOT NULL CHECK (kind IN ('subscription', 'donation')),
  body bytea NOT NULL CHECK (octet_length(body) <= 16384),
  source_address text NOT NULL,
  -- Badly signed ones are a stranger's: kept a week, and not too many of them.
  is_signed boolean NOT NULL,
  received_at timestamptz NOT NULL,
  -- What it says of itself, for searching; nothing here is believed before it is judged.
  record_id text NOT NULL DEFAULT '',
  provider_id text NOT NULL DEFAULT '',
  payment_status text NOT NULL DEFAULT '',
  amount_cents integer,
  verdict text CHECK (verdict IN ('settled', 'already', 'credit', 'cancelled', 'failed', 'pending',
    'refused', 'unconfirmed', 'unjudged')),
  checks jsonb NOT NULL DEFAULT '[]',
  judged_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  CHECK ((verdict IS NULL) = (judged_at IS NULL))
);
CREATE INDEX ON card_notifications (received_at, id);
CREATE INDEX card_notifications_record ON card_notifications
  USING gin (fold(record_id) gin_trgm_ops);
CREATE INDEX card_notifications_provider ON card_notifications
  USING gin (fold(provider_id) gin_trgm_ops);
CREATE INDEX card_notifications_due ON card_notifications (next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX card_notifications_unsigned ON card_notifications (received_at)
  WHERE NOT is_signed;
