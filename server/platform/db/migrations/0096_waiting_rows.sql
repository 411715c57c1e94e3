-- Rows that only need the answer to a question are counted apart from those that are wrong.
ALTER TABLE import_rows
  DROP CONSTRAINT import_rows_fate_check,
  ADD CONSTRAINT import_rows_fate_check CHECK (fate IN ('new', 'change', 'same', 'relative', 'waiting', 'problem'));
