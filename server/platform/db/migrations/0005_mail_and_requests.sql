-- Every mail of the product, queued by the transaction that causes it (product-rules 8.1).
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  to_email text NOT NULL,
  to_name text NOT NULL DEFAULT '',
  -- What the letter is about, by id; written out by the worker when it is sent.
  about jsonb NOT NULL,
  -- A link's token while it is needed; wiped when the mail has gone.
  secret text,
  subject text,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  server_answer text,
  CHECK (sent_at IS NULL OR failed_at IS NULL),
  CHECK ((next_attempt_at IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL))
);
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX ON mails (created_at, id);

-- A success is kept with its effect, in one transaction (product-rules 1.22).
CREATE TABLE idempotency_keys (
  call text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (call, caller, key)
);
CREATE INDEX ON idempotency_keys (created_at);
