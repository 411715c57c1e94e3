-- A credit that was owed before these books began, and the surplus of a payment that was reported elsewhere.
ALTER TABLE payments DROP CONSTRAINT payments_reported_elsewhere,
  ADD CONSTRAINT payments_reported_elsewhere CHECK (NOT reported_elsewhere OR source = 'administrator');

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('received', 'carried', 'released', 'undone', 'refunded',
    'kept', 'use-undone', 'returned', 'vat', 'brought', 'payout', 'deposited', 'moved', 'charge', 'transfer',
    'elsewhere', 'line-undone', 'card-fee', 'opening', 'deferred'));

-- As opening balances, what was brought forward is before the first month of the books.
CREATE OR REPLACE FUNCTION close_in_order () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last date;
BEGIN
  PERFORM pg_advisory_xact_lock(727031);
  last := last_closed_month();
  IF TG_OP = 'INSERT' AND NEW.reopened_at IS NULL AND (CASE
    WHEN last IS NOT NULL THEN NEW.month = (last + interval '1 month')::date
    ELSE NOT EXISTS (SELECT FROM invoice_changes WHERE booked_on < NEW.month)
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE booked_on < NEW.month AND kind NOT IN ('opening', 'brought')) END)
  THEN RETURN NEW;
  END IF;
  -- The last one can be reopened. Its row stays.
  IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND OLD.month = last AND NEW.reopened_at IS NOT NULL
    AND (NEW.id, NEW.month, NEW.figures, NEW.closed_at, NEW.closed_by)
      = (OLD.id, OLD.month, OLD.figures, OLD.closed_at, OLD.closed_by)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'months are closed in their order, and a closed month stays'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_in_order';
END $$;
