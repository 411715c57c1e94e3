-- An export is no longer read back in. What such imports brought stays, and the imports leave the list. Their columns stay for
-- the version before.
DELETE FROM imports WHERE kind LIKE 'exported%';
ALTER TABLE imports
  -- Of reading the file. 0 when it was read.
  ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT imports_attempts_check CHECK (attempts >= 0),
  DROP CONSTRAINT imports_kind_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('members', 'payments', 'donations', 'suppressions'));
