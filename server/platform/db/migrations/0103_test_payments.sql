-- By card in test mode: no money moved. They are found when real payments begin.
ALTER TABLE payments ADD COLUMN is_test boolean NOT NULL DEFAULT false;
CREATE INDEX payments_tests ON payments (recorded_at, id) WHERE is_test AND reversed_at IS NULL;
