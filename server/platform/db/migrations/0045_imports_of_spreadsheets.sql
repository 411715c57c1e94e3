-- Records from a spreadsheet (product-rules 20). A batch says who, when, and what became of each row.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('members', 'payments', 'donations', 'suppressions')),
  file_name text NOT NULL CHECK (file_name <> ''),
  state text NOT NULL CHECK (state IN ('uploaded', 'reading', 'checking', 'checked', 'importing',
    'imported', 'undoing', 'undone', 'discarded')),
  -- How the file is read.
  settings jsonb NOT NULL,
  sheets text[] NOT NULL,
  columns text[] NOT NULL,
  -- The first rows, for the choice of columns.
  sample jsonb,
  -- What the columns and the spellings in them mean.
  mapping jsonb NOT NULL,
  -- Spellings that mean nothing yet.
  unknown jsonb NOT NULL DEFAULT '[]',
  -- Why the file could not be read.
  problem text,
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  -- The work continues behind this row.
  reached integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  started_by uuid REFERENCES users,
  imported_at timestamptz,
  undone_at timestamptz,
  -- When the cells were deleted. They are personal data.
  forgotten_at timestamptz,
  CHECK (undone_at IS NULL OR imported_at IS NOT NULL),
  CHECK (forgotten_at IS NULL OR sample IS NULL)
);
CREATE INDEX ON imports (created_at, id);
CREATE INDEX imports_by_kind ON imports (kind, created_at);
CREATE INDEX ON imports (created_by);
CREATE INDEX ON imports (started_by) WHERE started_by IS NOT NULL;
CREATE INDEX imports_to_forget ON imports (created_at) WHERE forgotten_at IS NULL;
-- One at a time.
CREATE UNIQUE INDEX imports_one_busy ON imports ((true))
  WHERE state IN ('reading', 'checking', 'importing', 'undoing');

-- The file, until it is imported or discarded.
CREATE TABLE import_parts (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  part smallint NOT NULL CHECK (part >= 0),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
  PRIMARY KEY (import_id, part)
);

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL CHECK (row_number > 0),
  -- The row of the member for the row of a relative, otherwise the row itself.
  main_row integer NOT NULL,
  -- Null when they were deleted.
  cells text[],
  -- Cells whose value cannot be trusted, such as a formula without its result.
  cell_problems jsonb,
  fate text CHECK (fate IN ('new', 'change', 'same', 'relative', 'problem')),
  sentence text NOT NULL DEFAULT '',
  -- The record that it made or matched. Without a reference: it outlives the record.
  record_id uuid,
  -- What an undo takes back, from the moment the row was imported.
  undo jsonb,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_rows_in_order ON import_rows (import_id, main_row, row_number);
CREATE INDEX import_rows_by_fate ON import_rows (import_id, fate, row_number);
CREATE INDEX import_rows_by_record ON import_rows (record_id) WHERE record_id IS NOT NULL;

-- A period that was entered by an import.
ALTER TABLE membership_periods ADD COLUMN import_id uuid REFERENCES imports;
CREATE INDEX ON membership_periods (import_id) WHERE import_id IS NOT NULL;
