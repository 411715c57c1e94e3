-- A refund by Card Machine can be a part of a line of money in, which is smaller by that.
CREATE OR REPLACE FUNCTION check_bank_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_out boolean;
  fits boolean := true;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.reversed_at IS NULL THEN
      RAISE EXCEPTION 'a match stays until it is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.line_id, NEW.kind, NEW.amount_cents, NEW.payment_id, NEW.credit_use_id, NEW.fee_cents)
        IS DISTINCT FROM (OLD.line_id, OLD.kind, OLD.amount_cents, OLD.payment_id, OLD.credit_use_id, OLD.fee_cents)
    THEN
      RAISE EXCEPTION 'a match stays, or is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    IF OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL AND NEW.kind <> 'reversal' THEN
      -- Its payment would be money from nowhere.
      IF EXISTS (
        SELECT FROM payments
        WHERE id = NEW.payment_id AND source = 'bank' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'a payment from a bank statement has its match'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
      END IF;
      -- Locked, so that a reversal that is being booked is seen.
      PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
      IF EXISTS (
        SELECT FROM bank_matches
        WHERE payment_id = NEW.payment_id AND kind = 'reversal' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'the line of money that went back stays matched'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_taken_back';
      END IF;
    END IF;
    IF NEW.reversed_at IS NOT NULL THEN
      NEW.payer_key := NULL;
    END IF;
    RETURN NEW;
  END IF;
  SELECT amount_cents < 0 INTO is_out FROM bank_lines WHERE id = NEW.line_id;
  -- A card machine takes a payment back, and what it paid back, from the next money that it pays out.
  IF NEW.kind NOT IN ('charge', 'transfer') AND is_out <> (NEW.kind IN ('refund', 'reversal'))
    AND NOT (NOT is_out AND (NEW.kind = 'reversal' OR NEW.kind = 'refund'
      AND EXISTS (SELECT FROM credit_uses WHERE id = NEW.credit_use_id AND refunded_by = 'Card Machine')))
  THEN
    RAISE EXCEPTION 'money in is not money out'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_direction';
  END IF;
  -- Locked, so that its undo sees this match.
  IF NEW.payment_id IS NOT NULL THEN
    PERFORM FROM payments AS p
      WHERE id = NEW.payment_id AND amount_cents = NEW.amount_cents + NEW.fee_cents
        AND (reversed_at IS NULL OR returned_on IS NOT NULL AND NEW.kind IN ('recorded', 'reversal')
          -- The line that took it back is there before the line that brought it.
          OR NEW.kind = 'recorded' AND EXISTS (SELECT FROM bank_matches AS r
            WHERE r.payment_id = p.id AND r.kind = 'reversal' AND r.reversed_at IS NULL))
        AND CASE NEW.kind
          WHEN 'recorded' THEN source = 'administrator'
          WHEN 'reversal' THEN source IN ('administrator', 'bank')
          ELSE source = 'bank' END
      FOR NO KEY UPDATE;
    fits := FOUND;
  ELSIF NEW.credit_use_id IS NOT NULL THEN
    PERFORM FROM credit_uses
      WHERE id = NEW.credit_use_id AND amount_cents = NEW.amount_cents AND kind = 'refund'
        AND reversed_at IS NULL
      FOR NO KEY UPDATE;
    fits := FOUND;
  END IF;
  IF NOT fits THEN
    RAISE EXCEPTION 'a match has the amount of what it is matched with'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_amount';
  END IF;
  RETURN NEW;
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
    UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
      reversed_reason = NEW.reversed_reason
      WHERE payment_id = NEW.payment_id AND reversed_at IS NULL AND kind <> 'reversal'
        -- The day on which this one went back was entered, so it came.
        AND NOT EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND returned_on IS NOT NULL);
  END IF;
  RETURN NULL;
END $function$;
