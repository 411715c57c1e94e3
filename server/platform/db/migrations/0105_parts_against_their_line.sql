-- A payment by Card Machine can be a part of a line of money out, which is smaller by that, and what the provider kept
-- besides a part of each line. A part that moves the other way than its line is booked below zero.
ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_booked,
  ADD CONSTRAINT bank_lines_booked CHECK (booked_cents <= abs(amount_cents));
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_kind_check,
  ADD CONSTRAINT bank_matches_kind_check CHECK (kind IN ('invoice', 'donation', 'recorded', 'new-donation', 'credit', 'payout',
    'charge', 'charge-back', 'kept-fee', 'kept-charge', 'transfer', 'refund', 'reversal')),
  DROP CONSTRAINT bank_matches_target,
  ADD CONSTRAINT bank_matches_target CHECK (CASE
    WHEN kind = 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
    WHEN kind IN ('payout', 'charge', 'charge-back', 'kept-fee', 'kept-charge', 'transfer')
      THEN num_nonnulls(payment_id, credit_use_id) = 0
    ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END);

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
  -- A card machine settles payments, refunds, returns and its fees as one line, and a payment can be in a line of money out.
  IF NEW.kind NOT IN ('charge', 'transfer') AND is_out <> (NEW.kind IN ('refund', 'reversal', 'kept-fee', 'kept-charge'))
    AND NOT (NOT is_out AND (NEW.kind IN ('reversal', 'kept-fee', 'kept-charge') OR NEW.kind = 'refund'
      AND EXISTS (SELECT FROM credit_uses WHERE id = NEW.credit_use_id AND refunded_by = 'Card Machine')))
    AND NOT (is_out AND NEW.kind = 'recorded'
      AND EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND method = 'Card Machine'))
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

-- The payment of an undone reversal stays undone, so the money that came is open again, too.
CREATE FUNCTION open_line_of_reversal(reversal bank_matches)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE bank_matches SET reversed_at = reversal.reversed_at, reversed_by = reversal.reversed_by,
    reversed_reason = reversal.reversed_reason
    WHERE payment_id = reversal.payment_id AND reversed_at IS NULL AND kind <> 'reversal'
      -- The day on which this one went back was entered, so it came.
      AND NOT EXISTS (SELECT FROM payments WHERE id = reversal.payment_id AND returned_on IS NOT NULL);
$function$;

CREATE OR REPLACE FUNCTION note_bank_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change integer := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
  is_in boolean := (SELECT amount_cents > 0 FROM bank_lines WHERE id = NEW.line_id);
  opens_payment boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reversed_at IS NULL THEN
    change := change - OLD.amount_cents;
  END IF;
  opens_payment := change < 0 AND NEW.kind = 'reversal';
  IF opens_payment AND EXISTS (SELECT FROM payments AS p JOIN credit_uses AS u ON u.payment_id = p.id
    WHERE p.id = NEW.payment_id AND p.returned_on IS NULL AND u.reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'the money of a payment that never came is not used'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_used_stays';
  END IF;
  -- Both can be parts of this line: what makes room for the other one goes last.
  IF opens_payment AND is_in THEN
    PERFORM open_line_of_reversal(NEW);
  END IF;
  -- What moves the other way than its line makes room for other parts.
  IF (CASE WHEN is_in THEN NEW.kind IN ('refund', 'reversal', 'kept-fee', 'kept-charge') ELSE NEW.kind = 'recorded' END) THEN
    change := -change;
  END IF;
  UPDATE bank_lines SET
    booked_cents = booked_cents + change,
    state = CASE WHEN booked_cents + change = abs(amount_cents) THEN 'matched' ELSE 'open' END
    WHERE id = NEW.line_id AND change <> 0;
  IF opens_payment AND NOT is_in THEN
    PERFORM open_line_of_reversal(NEW);
  END IF;
  RETURN NULL;
END $function$;
