-- The invoices and donations that a certain line would pay, so that it does not count when they have changed since.
ALTER TABLE bank_lines ADD COLUMN certain_records uuid[] NOT NULL DEFAULT '{}';
