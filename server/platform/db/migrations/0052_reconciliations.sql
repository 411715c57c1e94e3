-- What the checks of the books have found (product-rules 23). The results name no people.
CREATE TABLE reconciliations (
  id uuid PRIMARY KEY,
  -- Null: an administrator asked for it, or a backup was restored.
  night date UNIQUE,
  checked_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  results jsonb NOT NULL CHECK (jsonb_typeof(results) = 'array')
);
CREATE INDEX ON reconciliations (checked_at);
