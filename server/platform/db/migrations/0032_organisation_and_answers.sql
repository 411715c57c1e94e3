-- The organisation's logo, addressed by its content. Issued invoices name theirs, so none is changed
-- or deleted (product-rules 6.2).
CREATE TABLE logos (
  hash text PRIMARY KEY CHECK (hash = encode(sha256(bytes), 'hex')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 1048576),
  width smallint NOT NULL CHECK (width BETWEEN 1 AND 480),
  height smallint NOT NULL CHECK (height BETWEEN 1 AND 160),
  created_at timestamptz NOT NULL
);
CREATE FUNCTION logos_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a logo is not changed or deleted, because invoices show it'
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER logos_stay BEFORE UPDATE OR DELETE ON logos
  FOR EACH ROW EXECUTE FUNCTION logos_stay();

ALTER TABLE company_info ADD COLUMN logo text REFERENCES logos;
CREATE INDEX ON company_info (logo) WHERE logo IS NOT NULL;

-- A donor waits for a mail that says how to transfer the money. An answer or a payment ends it.
ALTER TABLE donations
  ADD COLUMN needs_answer_since timestamptz,
  ADD CONSTRAINT donations_answered_when_paid
    CHECK (needs_answer_since IS NULL OR payment_id IS NULL);
CREATE INDEX donations_needing_an_answer ON donations (number, id)
  WHERE needs_answer_since IS NOT NULL;
