-- The checks of the system that are red, so that each is mailed once.
CREATE TABLE red_checks (
  name text PRIMARY KEY,
  first_red_at timestamptz NOT NULL,
  last_red_at timestamptz NOT NULL,
  mailed_at timestamptz
);

-- The weekly test compares the second copy with the backup, too. NULL: the backup had none.
ALTER TABLE backup_tests
  ADD COLUMN copy_folder text,
  ADD COLUMN copy_failure text,
  ADD CONSTRAINT backup_tests_copy_check CHECK (
    (copy_folder IS NULL OR finished_at IS NOT NULL) AND (copy_failure IS NULL OR copy_folder IS NOT NULL)
  );
