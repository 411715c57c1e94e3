-- Backups kept, and the folder of their second copy; empty: none (product-rules 2.31).
ALTER TABLE company_info
  ADD COLUMN backups_kept smallint NOT NULL DEFAULT 14
    CONSTRAINT company_info_backups_kept_check CHECK (backups_kept BETWEEN 1 AND 365),
  ADD COLUMN backup_copy_folder text NOT NULL DEFAULT '';

-- Each backup that a night or an administrator asked for. The row is written before the file, so that
-- a killed process leaves no file that nobody knows.
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  -- However many processes wake up, a night has one backup.
  night date CONSTRAINT backups_night_key UNIQUE,
  requested_by uuid REFERENCES users,
  requested_at timestamptz NOT NULL,
  -- A killed one starts again.
  attempts smallint NOT NULL DEFAULT 0
    CONSTRAINT backups_attempts_check CHECK (attempts BETWEEN 0 AND 3),
  started_at timestamptz,
  host text,
  folder text,
  file_name text,
  made_at timestamptz,
  failed_at timestamptz,
  failure text,
  bytes bigint CONSTRAINT backups_bytes_check CHECK (bytes > 0),
  row_count bigint CONSTRAINT backups_row_count_check CHECK (row_count >= 0),
  is_encrypted boolean NOT NULL DEFAULT false,
  has_keys boolean NOT NULL DEFAULT false,
  -- Deleted because there were more than are kept.
  removed_at timestamptz,
  copy_folder text,
  copied_at timestamptz,
  copy_failure text,
  copy_removed_at timestamptz,
  CONSTRAINT backups_reason_check CHECK ((night IS NULL) <> (requested_by IS NULL)),
  CONSTRAINT backups_place_check
    CHECK (num_nulls(started_at, host, folder, file_name) IN (0, 4)),
  CONSTRAINT backups_outcome_check CHECK (made_at IS NULL OR failed_at IS NULL),
  CONSTRAINT backups_made_check
    CHECK (made_at IS NULL OR num_nulls(started_at, bytes, row_count) = 0),
  CONSTRAINT backups_failure_check CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CONSTRAINT backups_removed_check CHECK (removed_at IS NULL OR made_at IS NOT NULL),
  CONSTRAINT backups_copy_check CHECK (copy_folder IS NOT NULL AND made_at IS NOT NULL
    OR num_nonnulls(copy_folder, copied_at, copy_failure) = 0),
  CONSTRAINT backups_copy_outcome_check CHECK (copied_at IS NULL OR copy_failure IS NULL),
  CONSTRAINT backups_copy_removed_check CHECK (copy_removed_at IS NULL OR copied_at IS NOT NULL)
);
CREATE INDEX ON backups (requested_at, id);
CREATE INDEX backups_made ON backups (made_at, id) WHERE made_at IS NOT NULL;
CREATE INDEX backups_with_file ON backups (made_at)
  WHERE made_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX backups_with_copy ON backups (made_at)
  WHERE copied_at IS NOT NULL AND copy_removed_at IS NULL;
CREATE INDEX backups_unfinished ON backups (requested_at)
  WHERE made_at IS NULL AND failed_at IS NULL;
CREATE INDEX backups_uncopied ON backups (requested_at)
  WHERE copy_folder IS NOT NULL AND copied_at IS NULL AND copy_failure IS NULL;
CREATE INDEX ON backups (requested_by) WHERE requested_by IS NOT NULL;
-- Pressing Back up now twice makes one.
CREATE UNIQUE INDEX backups_one_waiting ON backups ((true))
  WHERE requested_by IS NOT NULL AND made_at IS NULL AND failed_at IS NULL;

-- Each self-test of a backup. The scratch database is noted before it is made: only such ones are dropped.
CREATE TABLE backup_tests (
  id uuid PRIMARY KEY,
  backup_id uuid NOT NULL REFERENCES backups,
  started_at timestamptz NOT NULL,
  scratch_database text CONSTRAINT backup_tests_scratch_database_check
    CHECK (scratch_database ~ '^backup_test_[0-9a-f]{16}$'),
  finished_at timestamptz,
  way text CONSTRAINT backup_tests_way_check CHECK (way IN ('restored', 'verified')),
  why_verified text,
  failure text,
  CONSTRAINT backup_tests_finished_check CHECK ((finished_at IS NULL) = (way IS NULL)),
  CONSTRAINT backup_tests_why_check CHECK ((why_verified IS NOT NULL) = (way IS NOT DISTINCT FROM 'verified')),
  CONSTRAINT backup_tests_failure_check CHECK (failure IS NULL OR finished_at IS NOT NULL)
);
CREATE INDEX ON backup_tests (backup_id);
CREATE INDEX ON backup_tests (started_at);
CREATE INDEX backup_tests_unfinished ON backup_tests (started_at) WHERE finished_at IS NULL;
