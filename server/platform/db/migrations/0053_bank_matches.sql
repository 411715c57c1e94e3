-- What the lines of bank statements are (product-rules 25). A match says what a part of a line is:
-- a payment, card money, a charge, or a payment that went back. Triggers keep the sum of each line.
CREATE TABLE bank_matches (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL REFERENCES bank_lines ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('invoice', 'donation', 'recorded', 'new-donation', 'credit',
    'payout', 'charge', 'refund', 'reversal')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  -- For a reversal, the payment that was undone.
  payment_id uuid REFERENCES payments,
  credit_use_id uuid REFERENCES credit_uses,
  -- What the suggestion was, if it was booked as suggested.
  certainty text NOT NULL CHECK (certainty IN ('certain', 'likely', 'possible', 'none')),
  why text NOT NULL CHECK (why <> ''),
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  CONSTRAINT bank_matches_target CHECK (CASE kind
    WHEN 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
    WHEN 'payout' THEN num_nonnulls(payment_id, credit_use_id) = 0
    WHEN 'charge' THEN num_nonnulls(payment_id, credit_use_id) = 0
    ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END),
  CONSTRAINT bank_matches_reversed_whole
    CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX ON bank_matches (line_id);
CREATE INDEX ON bank_matches (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON bank_matches (credit_use_id) WHERE credit_use_id IS NOT NULL;
CREATE INDEX ON bank_matches (recorded_by);
CREATE INDEX ON bank_matches (reversed_by) WHERE reversed_by IS NOT NULL;
-- Money comes once and goes back once.
CREATE UNIQUE INDEX bank_matches_one_of_payment ON bank_matches (payment_id)
  WHERE reversed_at IS NULL AND kind <> 'reversal';
CREATE UNIQUE INDEX bank_matches_one_reversal ON bank_matches (payment_id)
  WHERE reversed_at IS NULL AND kind = 'reversal';
CREATE UNIQUE INDEX bank_matches_one_of_credit_use ON bank_matches (credit_use_id)
  WHERE reversed_at IS NULL;

ALTER TABLE payments
  DROP CONSTRAINT payments_source_check,
  ADD CONSTRAINT payments_source_check
    CHECK (source IN ('administrator', 'payfast', 'credit', 'bank'));

ALTER TABLE bank_lines
  -- Of the best suggestion when the line was last judged. What is booked is judged again.
  ADD COLUMN certainty text NOT NULL DEFAULT 'none',
  ADD COLUMN judged_at timestamptz,
  ADD CONSTRAINT bank_lines_certainty_check
    CHECK (certainty IN ('certain', 'likely', 'possible', 'none')),
  DROP CONSTRAINT bank_lines_booked,
  -- Without the sign of the amount.
  ADD CONSTRAINT bank_lines_booked CHECK (booked_cents BETWEEN 0 AND abs(amount_cents)),
  ADD CONSTRAINT bank_lines_matched
    CHECK ((state = 'matched') = (booked_cents = abs(amount_cents)));
CREATE INDEX bank_lines_by_state ON bank_lines (state, day, row_number, id);
CREATE INDEX bank_lines_open ON bank_lines (certainty, day, row_number, id)
  INCLUDE (amount_cents, booked_cents) WHERE state = 'open';
CREATE INDEX bank_lines_by_amount ON bank_lines (account_id, amount_cents, day);

-- Open records by what is to pay and by the payer's name, as banks write it.
CREATE INDEX invoices_open_by_balance ON invoices ((amount_cents - paid_cents), created_at, id)
  WHERE payment_id IS NULL AND voided_at IS NULL;
CREATE INDEX invoices_open_by_payer ON invoices (text_key(payer_last_name) text_pattern_ops)
  WHERE payment_id IS NULL AND voided_at IS NULL;
CREATE INDEX donations_pending_by_amount ON donations (amount_cents, created_at, id)
  WHERE payment_id IS NULL;
CREATE INDEX donations_pending_by_donor ON donations (text_key(last_name) text_pattern_ops)
  WHERE payment_id IS NULL;
-- Payments that a bank statement can confirm or take back.
CREATE INDEX payments_at_banks ON payments (amount_cents, paid_on)
  WHERE reversed_at IS NULL AND source IN ('administrator', 'bank');
CREATE INDEX credit_uses_refunds ON credit_uses (amount_cents, used_on)
  WHERE reversed_at IS NULL AND kind = 'refund';

-- Whom a payer's text belongs to, after an administrator has confirmed it.
CREATE TABLE bank_payers (
  id uuid PRIMARY KEY,
  payer_key text NOT NULL CHECK (char_length(payer_key) BETWEEN 4 AND 100),
  member_id uuid REFERENCES members,
  -- Of a donor who is no member, in lower case.
  email text CHECK (email <> ''),
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT bank_payers_one_person CHECK (num_nonnulls(member_id, email) = 1)
);
CREATE UNIQUE INDEX bank_payers_once ON bank_payers (payer_key, coalesce(member_id::text, email));
CREATE INDEX ON bank_payers (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX ON bank_payers (email) WHERE email IS NOT NULL;
CREATE INDEX ON bank_payers (confirmed_at);

CREATE FUNCTION check_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
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
      OR (NEW.line_id, NEW.kind, NEW.amount_cents, NEW.payment_id, NEW.credit_use_id)
        IS DISTINCT FROM (OLD.line_id, OLD.kind, OLD.amount_cents, OLD.payment_id, OLD.credit_use_id)
    THEN
      RAISE EXCEPTION 'a match stays, or is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    -- Its payment would be money from nowhere.
    IF OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL AND EXISTS (
      SELECT FROM payments
      WHERE id = NEW.payment_id AND source = 'bank' AND reversed_at IS NULL)
    THEN
      RAISE EXCEPTION 'a payment from a bank statement has its match'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
    END IF;
    RETURN NEW;
  END IF;
  SELECT amount_cents < 0 INTO is_out FROM bank_lines WHERE id = NEW.line_id;
  IF NEW.kind <> 'charge' AND is_out <> (NEW.kind IN ('refund', 'reversal')) THEN
    RAISE EXCEPTION 'money in is not money out'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_direction';
  END IF;
  -- Locked, so that its undo sees this match.
  IF NEW.payment_id IS NOT NULL THEN
    PERFORM FROM payments
      WHERE id = NEW.payment_id AND amount_cents = NEW.amount_cents AND reversed_at IS NULL
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
END $$;
CREATE TRIGGER bank_matches_checked BEFORE INSERT OR UPDATE OR DELETE ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION check_bank_match();

CREATE FUNCTION note_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reversed_at IS NULL THEN
    change := change - OLD.amount_cents;
  END IF;
  UPDATE bank_lines SET
    booked_cents = booked_cents + change,
    state = CASE WHEN booked_cents + change = abs(amount_cents) THEN 'matched' ELSE 'open' END
    WHERE id = NEW.line_id AND change <> 0;
  -- The payment stays undone, so the money that came is open again, too.
  IF change < 0 AND NEW.kind = 'reversal' THEN
    UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
      reversed_reason = NEW.reversed_reason
      WHERE payment_id = NEW.payment_id AND reversed_at IS NULL AND kind <> 'reversal';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_noted AFTER INSERT OR UPDATE OF reversed_at ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION note_bank_match();

-- However a payment is undone, the line that brought its money is open again. If the bank took the money
-- back, both lines stay matched.
CREATE FUNCTION open_line_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank_matches AS m SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE m.payment_id = NEW.id AND m.reversed_at IS NULL AND NOT EXISTS (
      SELECT FROM bank_matches AS r
      WHERE r.payment_id = NEW.id AND r.kind = 'reversal' AND r.reversed_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_line_opened AFTER UPDATE OF reversed_at ON payments FOR EACH ROW
  WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION open_line_of_payment();

CREATE FUNCTION open_line_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE credit_use_id = NEW.id AND reversed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_line_opened AFTER UPDATE OF reversed_at ON credit_uses FOR EACH ROW
  WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION open_line_of_refund();

CREATE FUNCTION check_bank_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments WHERE id = NEW.id AND reversed_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM bank_matches
      WHERE payment_id = NEW.id AND kind <> 'reversal' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'a payment from a bank statement has its match'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_of_bank_matched AFTER INSERT ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source = 'bank') EXECUTE FUNCTION check_bank_payment();
