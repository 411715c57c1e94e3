-- What the bank says about the accounts of the organisation (product-rules 22).
CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY,
  bank text NOT NULL CHECK (bank <> ''),
  -- Text: it can begin with zeros.
  number text NOT NULL CHECK (number ~ '^\d{4,30}$'),
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) <= 60),
  -- The kind of file of its latest statement. Other kinds have other texts for the same line.
  source text CHECK (source IN ('csv', 'ofx', 'mt940')),
  -- What the columns of its files mean, where the layout is not known.
  mapping jsonb,
  created_at timestamptz NOT NULL,
  UNIQUE (bank, number)
);
CREATE INDEX ON bank_accounts (number);

CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  -- Null until it is known or chosen.
  account_id uuid REFERENCES bank_accounts,
  file_name text NOT NULL CHECK (file_name <> ''),
  -- Of the bytes: the same file brings nothing a second time.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  state text NOT NULL CHECK (state IN ('uploaded', 'importing', 'imported')),
  -- What was read. Null while the columns are not known.
  source text CHECK (source IN ('csv', 'ofx', 'mt940')),
  layout text CHECK (layout <> ''),
  bank text,
  account_number text,
  currency text,
  from_day date,
  to_day date,
  opening_cents bigint,
  closing_cents bigint,
  balance text NOT NULL DEFAULT 'none' CHECK (balance IN ('lines', 'sum', 'failed', 'none')),
  line_count integer NOT NULL DEFAULT 0,
  -- Expected until it is imported.
  new_count integer NOT NULL DEFAULT 0 CHECK (new_count >= 0),
  known_count integer NOT NULL DEFAULT 0 CHECK (known_count >= 0),
  -- Rows that are no movement, by reason.
  skipped jsonb NOT NULL DEFAULT '{}',
  warnings text[] NOT NULL DEFAULT '{}',
  -- Why it cannot be read with the chosen columns.
  problem text,
  -- The first movements, and the columns for the choice of their meanings, until it is imported.
  sample jsonb,
  file_table jsonb,
  mapping jsonb,
  -- Lines that are stored. The work continues behind them.
  done integer NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND line_count),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  imported_by uuid REFERENCES users,
  imported_at timestamptz,
  CHECK (to_day >= from_day),
  CHECK ((state = 'uploaded') = (imported_by IS NULL)),
  CHECK ((state = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT bank_statements_account_when_imported
    CHECK (state = 'uploaded' OR num_nulls(account_id, source, layout, from_day, to_day) = 0),
  CONSTRAINT bank_statements_all_counted
    CHECK (state <> 'imported' OR (done = line_count AND new_count + known_count = line_count)),
  UNIQUE (id, account_id)
);
CREATE INDEX ON bank_statements (created_at, id);
CREATE INDEX ON bank_statements (account_id, to_day) WHERE account_id IS NOT NULL;
CREATE INDEX bank_statements_by_file_name ON bank_statements (fold(file_name), id);
CREATE INDEX ON bank_statements (created_by);
CREATE INDEX ON bank_statements (imported_by) WHERE imported_by IS NOT NULL;
CREATE INDEX bank_statements_waiting ON bank_statements (created_at) WHERE state <> 'imported';

-- The file, packed, until it is imported.
CREATE TABLE bank_statement_files (
  statement_id uuid PRIMARY KEY REFERENCES bank_statements ON DELETE CASCADE,
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 11534336)
);

CREATE TABLE bank_lines (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- That brought it.
  statement_id uuid NOT NULL,
  row_number integer NOT NULL CHECK (row_number > 0),
  day date NOT NULL,
  -- Money out is negative.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- A charge beside the amount. It is not part of it.
  fee_cents bigint NOT NULL DEFAULT 0,
  text text NOT NULL CHECK (char_length(text) <= 1000),
  -- What the payer wrote, and the bank's word for the movement, where the file has them apart.
  reference text NOT NULL,
  kind text NOT NULL,
  normal_text text NOT NULL CHECK (char_length(normal_text) <= 400),
  -- The second of two equal lines of a day is 2.
  occurrence integer NOT NULL CHECK (occurrence > 0),
  balance_cents bigint,
  -- The bank's own number of the movement.
  bank_number text CHECK (bank_number <> ''),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'matched', 'dismissed')),
  -- What payments use of it.
  booked_cents bigint NOT NULL DEFAULT 0,
  dismissed_reason text CHECK (dismissed_reason <> ''),
  dismissed_by uuid REFERENCES users,
  dismissed_at timestamptz,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(text || ' ' || reference)) STORED,
  FOREIGN KEY (statement_id, account_id) REFERENCES bank_statements (id, account_id),
  CONSTRAINT bank_lines_booked CHECK (booked_cents BETWEEN 0 AND greatest(amount_cents, 0)),
  CONSTRAINT bank_lines_dismissed CHECK (CASE state
    WHEN 'dismissed'
    THEN num_nulls(dismissed_reason, dismissed_by, dismissed_at) = 0 AND booked_cents = 0
    ELSE num_nonnulls(dismissed_reason, dismissed_by, dismissed_at) = 0 END),
  -- Without the balance, which some files compute anew, and without the place in the file.
  CONSTRAINT bank_lines_once UNIQUE (account_id, day, amount_cents, normal_text, occurrence)
);
CREATE INDEX ON bank_lines (statement_id, day, row_number, id);
CREATE INDEX ON bank_lines (account_id, bank_number) WHERE bank_number IS NOT NULL;
CREATE INDEX bank_lines_used ON bank_lines (statement_id)
  WHERE state <> 'open' OR booked_cents > 0;
CREATE INDEX ON bank_lines (dismissed_by) WHERE dismissed_by IS NOT NULL;
CREATE INDEX bank_lines_search ON bank_lines USING gin (search_text gin_trgm_ops);
