-- By what a count of the cash differed from the books, booked with a reason. The ledger has the amount, and no words.
CREATE TABLE cash_differences (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  cents bigint NOT NULL CHECK (cents <> 0 AND abs(cents) < 100000000000),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users (id),
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users (id),
  reversed_reason text,
  CONSTRAINT cash_differences_reversed_whole CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX ON cash_differences (day);
CREATE INDEX ON cash_differences (recorded_by);
CREATE INDEX ON cash_differences (reversed_by) WHERE reversed_by IS NOT NULL;

CREATE FUNCTION cash_differences_stay () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.day, NEW.cents, NEW.recorded_at, NEW.recorded_by)
      = (OLD.id, OLD.day, OLD.cents, OLD.recorded_at, OLD.recorded_by)
    AND (OLD.reversed_at IS NULL OR NEW.reversed_at = OLD.reversed_at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a difference of the cash stays, or is undone'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_differences_stay';
END $$;
CREATE TRIGGER cash_differences_stay BEFORE UPDATE OR DELETE ON cash_differences
  FOR EACH ROW EXECUTE FUNCTION cash_differences_stay ();

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('received', 'carried', 'released', 'undone', 'refunded',
    'kept', 'use-undone', 'returned', 'vat', 'brought', 'payout', 'deposited', 'moved', 'charge', 'transfer',
    'elsewhere', 'line-undone', 'card-fee', 'opening', 'deferred', 'cash-difference'));
