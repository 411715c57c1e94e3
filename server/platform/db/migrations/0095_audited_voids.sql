-- Voidings of before have no entry in the audit log if a member made them, so the check of the books cannot compare them.
ALTER TABLE book_settings ADD COLUMN voids_audited_from timestamptz NOT NULL DEFAULT now();
