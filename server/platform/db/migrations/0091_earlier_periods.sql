-- Membership periods as they were before money went back. Until that day in the books they spread what was received for
-- them (product-rules 24.10).
CREATE TABLE earlier_periods (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  until date NOT NULL,
  CONSTRAINT earlier_periods_days CHECK (ends_on >= starts_on)
);
CREATE INDEX ON earlier_periods (invoice_id);
