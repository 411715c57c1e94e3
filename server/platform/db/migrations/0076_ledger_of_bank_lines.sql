-- The ledger has all money: what a line of the bank says is posted with it, and so are the fees of PayFast.

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'received', 'carried', 'released', 'undone', 'refunded', 'kept', 'use-undone', 'returned',
  -- Of lines of the bank.
  'payout', 'deposited', 'moved', 'charge', 'transfer', 'elsewhere', 'line-undone',
  'card-fee', 'opening', 'deferred'));

ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'bank', 'cash', 'payfast', 'transfer', 'transit', 'credits', 'deferred', 'membership', 'invoice', 'donation', 'kept',
  'interest', 'charges', 'fees', 'elsewhere', 'opening', 'conversion'));
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_of;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_of
  CHECK (of_id IS NULL OR account IN ('bank', 'membership', 'deferred'));
-- The balance of an account reads its lines.
CREATE INDEX ledger_lines_account_idx ON ledger_lines (account, of_id) INCLUDE (entry_id, cents);

-- A line of the bank can be a transfer between own accounts.
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_kind_check;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_kind_check CHECK (kind IN ('invoice', 'donation', 'recorded',
  'new-donation', 'credit', 'payout', 'charge', 'transfer', 'refund', 'reversal'));
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_target;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_target CHECK (CASE
  WHEN kind = 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
  WHEN kind IN ('payout', 'charge', 'transfer') THEN num_nonnulls(payment_id, credit_use_id) = 0
  ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END);

-- A charge and a transfer can be money in or out.
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

-- The first open day that is not before the day, nor before what was booked of the same money: of a credit, the payments
-- that were made of it, and the lines of the bank that have them. What was booked late stays there when its month is
-- reopened. Money that belongs to no payment is named by the row that caused its entries. Sources as an array are found by their index.
DROP FUNCTION ledger_day (date, uuid);
CREATE FUNCTION ledger_day (day date, money uuid) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  late date;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(727031);
  IF NOT EXISTS (SELECT FROM closed_months) THEN RETURN day; END IF;
  WITH RECURSIVE same_money (id) AS (
    SELECT money
    UNION
    SELECT other.id FROM same_money AS m CROSS JOIN LATERAL (
      SELECT payment_id FROM credit_uses WHERE carried_to = m.id
      UNION ALL
      SELECT carried_to FROM credit_uses WHERE payment_id = m.id AND carried_to IS NOT NULL
    ) AS other (id)
  )
  -- Not as a join: the planner expects many rows of a recursion, and would read all entries. OFFSET 0 keeps it from
  -- looking for the maximum in the index of booked_on.
  SELECT max((
    SELECT max(l.booked_on) FROM (
      SELECT e.booked_on FROM ledger_entries AS e
      WHERE e.source_id = ANY (ARRAY(
        SELECT m.id
        UNION ALL SELECT id FROM credit_uses WHERE payment_id = m.id
        UNION ALL SELECT id FROM bank_matches WHERE payment_id = m.id
        UNION ALL SELECT b.id FROM bank_matches AS b JOIN credit_uses AS u ON u.id = b.credit_use_id
          WHERE u.payment_id = m.id)) AND e.booked_on > e.day
      OFFSET 0
    ) AS l))
  INTO late FROM same_money AS m;
  RETURN greatest(day, (last_closed_month() + interval '1 month')::date, late);
END $$;

-- The day on which the bank or the card scheme took the money back. Without it an undone payment was a mistake.
ALTER TABLE payments ADD COLUMN returned_on date;
ALTER TABLE payments ADD CONSTRAINT payments_returned
  CHECK (returned_on IS NULL OR (reversed_at IS NOT NULL AND returned_on >= paid_on));

-- The fee of a card payment is found by PayFast's number of the payment.
CREATE INDEX card_notifications_with_fee ON card_notifications (provider_id) WHERE verdict IN ('settled', 'credit');

-- Null: what lines of the bank say from before this migration is not posted yet. The next start posts it.
ALTER TABLE book_settings ADD COLUMN lines_posted_at timestamptz;
