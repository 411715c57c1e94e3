-- A payment counts for its record with a part of its amount; the rest is a credit. The use of a credit
-- is a row of credit_uses. The sums are kept by triggers, so that no part exceeds the payment, and no
-- invoice is paid with more than its amount.
ALTER TABLE payments RENAME COLUMN closed_at TO reversed_at;
ALTER TABLE payments RENAME COLUMN closed_by TO reversed_by;
ALTER TABLE payments RENAME COLUMN closed_reason TO reversed_reason;
ALTER TABLE payments RENAME CONSTRAINT payments_closed_whole TO payments_reversed_whole;
ALTER TABLE payments RENAME CONSTRAINT payments_closed_by_fkey TO payments_reversed_by_fkey;
ALTER INDEX payments_closed_by_idx RENAME TO payments_reversed_by_idx;
DROP INDEX payments_credits;
ALTER TABLE invoices DROP CONSTRAINT invoices_paid_by, DROP CONSTRAINT invoices_check2;
ALTER TABLE donations DROP CONSTRAINT donations_paid_by;
ALTER TABLE payments
  DROP CONSTRAINT payments_counts_key,
  DROP CONSTRAINT payments_check,
  DROP CONSTRAINT payments_source_check,
  DROP COLUMN counts_for,
  -- What counts for the record.
  ADD COLUMN counted_cents integer NOT NULL DEFAULT 0,
  -- What was refunded, given or carried on.
  ADD COLUMN used_cents integer NOT NULL DEFAULT 0,
  -- Money without a record: who sent it.
  ADD COLUMN payer_name text
    CONSTRAINT payments_payer_name_check CHECK (char_length(payer_name) BETWEEN 1 AND 100);

CREATE TABLE credit_uses (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('refund', 'invoice', 'donation', 'other')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  used_on date NOT NULL,
  reference text CHECK (char_length(reference) BETWEEN 1 AND 100),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 1000),
  -- The payment of the other invoice, or of the donation.
  carried_to uuid UNIQUE REFERENCES payments,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  CONSTRAINT credit_uses_carried_check
    CHECK ((carried_to IS NOT NULL) = (kind IN ('invoice', 'donation'))),
  CONSTRAINT credit_uses_other_check CHECK (kind <> 'other' OR reason IS NOT NULL),
  CONSTRAINT credit_uses_reversed_whole
    CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX credit_uses_payment_id_idx ON credit_uses (payment_id);
CREATE INDEX credit_uses_recorded_by_idx ON credit_uses (recorded_by);
CREATE INDEX credit_uses_reversed_by_idx ON credit_uses (reversed_by) WHERE reversed_by IS NOT NULL;

-- A closed credit becomes a credit that was used with this reason.
INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, reason, recorded_at, recorded_by)
  SELECT gen_random_uuid(), id, 'other', amount_cents,
    (reversed_at AT TIME ZONE 'Africa/Johannesburg')::date, left(reversed_reason, 1000),
    reversed_at, reversed_by
  FROM payments WHERE is_credit AND reversed_at IS NOT NULL;
UPDATE payments SET
  counted_cents = CASE WHEN is_credit THEN 0 ELSE amount_cents END,
  used_cents = CASE WHEN is_credit AND reversed_at IS NOT NULL THEN amount_cents ELSE 0 END,
  reversed_at = CASE WHEN is_credit THEN NULL ELSE reversed_at END,
  reversed_by = CASE WHEN is_credit THEN NULL ELSE reversed_by END,
  reversed_reason = CASE WHEN is_credit THEN NULL ELSE reversed_reason END;

ALTER TABLE payments
  DROP COLUMN is_credit,
  ADD COLUMN counts_for uuid GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL AND counted_cents > 0 THEN coalesce(invoice_id, donation_id) END
  ) STORED,
  ADD COLUMN credit_cents integer NOT NULL GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL THEN amount_cents - counted_cents - used_cents ELSE 0 END
  ) STORED,
  ADD CONSTRAINT payments_counts_key UNIQUE (id, counts_for),
  ADD CONSTRAINT payments_parts_fit CHECK (
    counted_cents >= 0 AND used_cents >= 0 AND counted_cents + used_cents <= amount_cents
  ),
  ADD CONSTRAINT payments_used_stays CHECK (reversed_at IS NULL OR used_cents = 0),
  ADD CONSTRAINT payments_one_record CHECK (num_nonnulls(invoice_id, donation_id, payer_name) = 1),
  ADD CONSTRAINT payments_without_record CHECK (payer_name IS NULL OR counted_cents = 0),
  ADD CONSTRAINT payments_source_check CHECK (source IN ('administrator', 'payfast', 'credit'));
CREATE INDEX payments_credits ON payments (recorded_at, id) WHERE credit_cents > 0;
CREATE INDEX payments_used_credits ON payments (recorded_at, id)
  WHERE used_cents > 0 AND credit_cents = 0;

ALTER TABLE invoices ADD COLUMN paid_cents integer NOT NULL DEFAULT 0;
ALTER TABLE donations ADD COLUMN paid_cents integer NOT NULL DEFAULT 0;
UPDATE invoices SET paid_cents = amount_cents WHERE payment_id IS NOT NULL;
UPDATE donations SET paid_cents = amount_cents WHERE payment_id IS NOT NULL;
-- Partial, so that payments of one record wait for each other, instead of for the lock of a key.
ALTER TABLE invoices DROP CONSTRAINT invoices_payment_id_key;
ALTER TABLE donations DROP CONSTRAINT donations_payment_id_key;
CREATE UNIQUE INDEX invoices_payment_id_key ON invoices (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX donations_payment_id_key ON donations (payment_id) WHERE payment_id IS NOT NULL;
-- A record points to its last payment exactly if its payments reach its amount.
ALTER TABLE invoices
  ADD CONSTRAINT invoices_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments (id, counts_for),
  ADD CONSTRAINT invoices_paid_check CHECK (paid_cents >= 0 AND paid_cents <= amount_cents),
  ADD CONSTRAINT invoices_paid_whole CHECK ((payment_id IS NOT NULL) = (paid_cents = amount_cents)),
  ADD CONSTRAINT invoices_void_is_unpaid CHECK (voided_at IS NULL OR paid_cents = 0);
ALTER TABLE donations
  ADD CONSTRAINT donations_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments (id, counts_for),
  -- A donation is received whole.
  ADD CONSTRAINT donations_paid_check CHECK (paid_cents IN (0, amount_cents)),
  ADD CONSTRAINT donations_paid_whole CHECK ((payment_id IS NOT NULL) = (paid_cents = amount_cents));

CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.invoice_id IS NOT NULL THEN
    UPDATE invoices AS i SET
      paid_cents = i.paid_cents + NEW.counted_cents,
      payment_id = CASE
        WHEN i.paid_cents + NEW.counted_cents < i.amount_cents THEN NULL
        WHEN i.paid_cents = 0 THEN NEW.id
        ELSE (SELECT p.id FROM payments AS p WHERE p.invoice_id = i.id AND p.counts_for = i.id
          ORDER BY p.paid_on DESC, p.recorded_at DESC, p.id LIMIT 1) END
      WHERE i.id = NEW.invoice_id;
  ELSE
    UPDATE donations SET
      paid_cents = paid_cents + NEW.counted_cents, payment_id = NEW.id, needs_answer_since = NULL
      WHERE id = NEW.donation_id;
  END IF;
  RETURN NULL;
END $$;
-- Not for a payment that is inserted as undone, as when an export is read back.
CREATE TRIGGER payments_counted AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.counts_for IS NOT NULL) EXECUTE FUNCTION count_payment();

-- A payment can count for less, never for more or for something else.
CREATE FUNCTION uncount_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := CASE WHEN OLD.reversed_at IS NULL THEN OLD.counted_cents ELSE 0 END;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.counted_cents ELSE 0 END;
    IF after > before
      OR (NEW.amount_cents, NEW.invoice_id, NEW.donation_id)
        IS DISTINCT FROM (OLD.amount_cents, OLD.invoice_id, OLD.donation_id)
    THEN
      RAISE EXCEPTION 'a payment keeps its amount and its record'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stay';
    END IF;
  END IF;
  IF after < before THEN
    UPDATE invoices SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.invoice_id;
    UPDATE donations SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.donation_id;
  END IF;
  RETURN CASE WHEN TG_OP = 'UPDATE' THEN NEW ELSE OLD END;
END $$;
CREATE TRIGGER payments_uncounted
  BEFORE DELETE OR UPDATE OF amount_cents, invoice_id, donation_id, counted_cents, reversed_at
  ON payments FOR EACH ROW EXECUTE FUNCTION uncount_payment();

CREATE FUNCTION note_credit_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := 0;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := CASE WHEN OLD.reversed_at IS NULL THEN OLD.amount_cents ELSE 0 END;
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.payment_id, NEW.amount_cents) IS DISTINCT FROM (OLD.payment_id, OLD.amount_cents)
    THEN
      RAISE EXCEPTION 'the use of a credit stays, or is reversed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_uses_stay';
    END IF;
  END IF;
  after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
  UPDATE payments SET used_cents = used_cents + after - before
    WHERE id = NEW.payment_id AND after <> before;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_noted AFTER INSERT OR UPDATE ON credit_uses
  FOR EACH ROW EXECUTE FUNCTION note_credit_use();
