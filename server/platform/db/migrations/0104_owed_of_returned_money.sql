-- A credit was used, and then its money went back: the payer owes what was used. The credit is less than nothing.
ALTER TABLE payments DROP CONSTRAINT payments_used_stays;
DROP INDEX payments_credits, payments_used_credits;
ALTER TABLE payments DROP COLUMN credit_cents;
ALTER TABLE payments ADD COLUMN credit_cents integer NOT NULL GENERATED ALWAYS AS (
  CASE WHEN reversed_at IS NULL THEN amount_cents - counted_cents - used_cents ELSE -used_cents END) STORED;
CREATE INDEX payments_credits ON payments (recorded_at, id) WHERE credit_cents <> 0;
CREATE INDEX payments_used_credits ON payments (recorded_at, id)
  WHERE credit_cents = 0 AND (used_cents > 0 OR reversed_at IS NOT NULL);

-- What is owed and given up is a use of less than nothing.
ALTER TABLE credit_uses DROP CONSTRAINT credit_uses_amount_cents_check;
ALTER TABLE credit_uses ADD CONSTRAINT credit_uses_amount_cents_check
  CHECK (amount_cents > 0 OR amount_cents < 0 AND kind = 'other');

CREATE OR REPLACE FUNCTION note_credit_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  -- After the update, which has locked the payment.
  IF TG_OP = 'INSERT' AND (NEW.amount_cents < 0) <>
    EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND reversed_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'a credit is used, and what is owed of money that went back is given up'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_uses_of_payment';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION open_line_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE bank_matches AS m SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE m.payment_id = NEW.id AND m.reversed_at IS NULL AND NOT EXISTS (
      SELECT FROM bank_matches AS r
      WHERE r.payment_id = NEW.id AND r.kind = 'reversal' AND r.reversed_at IS NULL);
  IF NEW.used_cents > 0 AND NEW.returned_on IS NULL AND NOT EXISTS (
    SELECT FROM bank_matches WHERE payment_id = NEW.id AND kind = 'reversal' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'the money of a payment that was a mistake is not used'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_used_stays';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION note_bank_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change integer := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reversed_at IS NULL THEN
    change := change - OLD.amount_cents;
  END IF;
  -- What is taken off a line of money in makes room for other parts.
  UPDATE bank_lines SET
    booked_cents = booked_cents + signed,
    state = CASE WHEN booked_cents + signed = abs(amount_cents) THEN 'matched' ELSE 'open' END
    FROM (SELECT CASE WHEN NEW.kind IN ('refund', 'reversal') AND amount_cents > 0 THEN -change ELSE change END AS signed
      FROM bank_lines WHERE id = NEW.line_id) AS l
    WHERE id = NEW.line_id AND change <> 0;
  -- The payment stays undone, so the money that came is open again, too.
  IF change < 0 AND NEW.kind = 'reversal' THEN
    IF EXISTS (SELECT FROM payments AS p JOIN credit_uses AS u ON u.payment_id = p.id
      WHERE p.id = NEW.payment_id AND p.returned_on IS NULL AND u.reversed_at IS NULL)
    THEN
      RAISE EXCEPTION 'the money of a payment that never came is not used'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_used_stays';
    END IF;
    UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
      reversed_reason = NEW.reversed_reason
      WHERE payment_id = NEW.payment_id AND reversed_at IS NULL AND kind <> 'reversal'
        -- The day on which this one went back was entered, so it came.
        AND NOT EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND returned_on IS NOT NULL);
  END IF;
  RETURN NULL;
END $function$;
