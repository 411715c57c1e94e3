-- Money can also come by a card machine, debit order, SnapScan or Zapper, cheque, or in another way. Each has an account.
ALTER TABLE payments DROP CONSTRAINT payments_method_check;
ALTER TABLE payments ADD CONSTRAINT payments_method_check CHECK (method IN ('EFT', 'Cash', 'Credit Card',
  'World Remit', 'Wise', 'Pay Pal', 'Card Machine', 'Debit Order', 'SnapScan', 'Cheque', 'Other'));
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'bank', 'cash', 'payfast', 'transfer', 'cardMachine', 'debitOrder', 'snapScan', 'cheque', 'other', 'transit',
  'credits', 'deferred', 'membership', 'invoice', 'donation', 'kept', 'interest', 'charges', 'fees', 'elsewhere',
  'opening', 'conversion'));

-- The balances with which accounts began, as an administrator entered them. A statement with a balance comes first.
CREATE TABLE opening_balances (
  account text NOT NULL CHECK (account IN ('bank', 'cash', 'payfast')),
  bank_account_id uuid REFERENCES bank_accounts (id),
  -- The balance at the end of the day.
  day date NOT NULL,
  cents bigint NOT NULL CHECK (abs(cents) < 100000000000),
  CONSTRAINT opening_balances_one_of_account UNIQUE NULLS NOT DISTINCT (account, bank_account_id),
  CONSTRAINT opening_balances_of CHECK ((account = 'bank') = (bank_account_id IS NOT NULL))
);

-- A line of money in can be a charge that the bank gave back.
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_kind_check;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_kind_check CHECK (kind IN ('invoice', 'donation', 'recorded',
  'new-donation', 'credit', 'payout', 'charge', 'charge-back', 'transfer', 'refund', 'reversal'));
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_target;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_target CHECK (CASE
  WHEN kind = 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
  WHEN kind IN ('payout', 'charge', 'charge-back', 'transfer') THEN num_nonnulls(payment_id, credit_use_id) = 0
  ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END);

-- A transfer between own accounts goes out of one of them.
CREATE OR REPLACE FUNCTION check_bank_match () RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF NEW.kind NOT IN ('charge', 'transfer') AND is_out <> (NEW.kind IN ('refund', 'reversal')) THEN
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
