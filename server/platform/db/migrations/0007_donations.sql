-- The ways to donate (product-rules 13.6).
CREATE TABLE donation_types (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- The order in which they are offered.
  place smallint NOT NULL UNIQUE
);
INSERT INTO donation_types (id, name, place) VALUES
  (gen_random_uuid(), 'Credit Card', 1),
  (gen_random_uuid(), 'EFT', 2),
  (gen_random_uuid(), 'World Remit', 3),
  (gen_random_uuid(), 'Wise', 4);

CREATE TABLE donations (
  id uuid PRIMARY KEY,
  -- Shown as 'DON-00042', the reference of an EFT.
  number integer NOT NULL UNIQUE CHECK (number > 0),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  donation_type_id uuid NOT NULL REFERENCES donation_types,
  amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
  created_at timestamptz NOT NULL,
  -- What the card provider last said without paying: 'failed' or 'cancelled'.
  card_outcome text CHECK (card_outcome IN ('failed', 'cancelled')),
  -- As an invoice, a donation is received by the payment that it points to.
  payment_id uuid UNIQUE
);
CREATE INDEX ON donations (created_at, id);
CREATE INDEX donations_pending ON donations (created_at, id) WHERE payment_id IS NULL;
CREATE INDEX donations_last_name ON donations USING gin (fold(last_name) gin_trgm_ops);
CREATE INDEX donations_email ON donations USING gin (fold(email) gin_trgm_ops);
CREATE INDEX donations_reference ON donations
  USING gin (('don-' || zero_padded(number)) gin_trgm_ops);

-- A payment is for an invoice or for a donation.
ALTER TABLE payments
  ALTER COLUMN invoice_id DROP NOT NULL,
  ADD COLUMN donation_id uuid REFERENCES donations,
  ADD CHECK (num_nonnulls(invoice_id, donation_id) = 1),
  ADD UNIQUE (id, donation_id),
  DROP CONSTRAINT payments_method_check,
  ADD CONSTRAINT payments_method_check
    CHECK (method IN ('Credit Card', 'Pay Pal', 'EFT', 'World Remit', 'Wise'));
CREATE INDEX ON payments (donation_id) WHERE donation_id IS NOT NULL;
ALTER TABLE donations
  ADD FOREIGN KEY (payment_id, id) REFERENCES payments (id, donation_id);

ALTER TABLE invoices
  ADD COLUMN card_outcome text CHECK (card_outcome IN ('failed', 'cancelled'));
