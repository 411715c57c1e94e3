-- Confirmed payers are read from the matches, and an export is not read back in.
DROP TABLE bank_payers;
ALTER TABLE imports DROP COLUMN export_id, DROP COLUMN export_place;
