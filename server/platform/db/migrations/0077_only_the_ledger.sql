-- Movements of money are in the ledger only. What is owed for invoices is no entry of it: an open invoice is no income. It
-- keeps its days in the books, so that the debtors of a closed month stay what they were.
DROP TRIGGER payments_booked ON payments;
DROP TRIGGER payments_change_booked ON payments;
DROP TRIGGER payments_carried_booked ON payments;
DROP TRIGGER credit_uses_booked ON credit_uses;
DROP FUNCTION book_payment, book_credit_use;

DROP TRIGGER bookings_stay ON bookings;
DELETE FROM bookings WHERE event NOT IN ('issued', 'changed', 'voided', 'deleted');

ALTER TABLE bookings RENAME TO invoice_changes;
ALTER TABLE invoice_changes
  DROP CONSTRAINT bookings_balance, DROP CONSTRAINT bookings_event_check, DROP CONSTRAINT bookings_income,
  DROP CONSTRAINT bookings_income_kind_check, DROP CONSTRAINT bookings_owed,
  DROP COLUMN income_kind, DROP COLUMN member_type_id, DROP COLUMN donation_id, DROP COLUMN payment_id,
  DROP COLUMN method, DROP COLUMN money_cents, DROP COLUMN income_cents, DROP COLUMN credits_cents,
  DROP COLUMN other_cents,
  ALTER COLUMN invoice_id SET NOT NULL, ALTER COLUMN invoice_number SET NOT NULL,
  ALTER COLUMN owed_cents DROP DEFAULT;
ALTER TABLE invoice_changes RENAME CONSTRAINT bookings_pkey TO invoice_changes_pkey;
ALTER TABLE invoice_changes ADD CONSTRAINT invoice_changes_event_check
  CHECK (event IN ('issued', 'changed', 'voided', 'deleted'));
ALTER TABLE invoice_changes ADD CONSTRAINT invoice_changes_owed CHECK (owed_cents <> 0);
DROP INDEX bookings_invoice_id_idx;
CREATE INDEX invoice_changes_invoice_id_idx ON invoice_changes (invoice_id);
ALTER INDEX bookings_booked_on_idx RENAME TO invoice_changes_booked_on_idx;
ALTER SEQUENCE bookings_id_seq RENAME TO invoice_changes_id_seq;

DROP TRIGGER bookings_in_open_month ON invoice_changes;
DROP FUNCTION set_booked_on, bookings_stay, income_kind;

-- The first open day that is not before the day. What was booked late stays there when its month is reopened, and what
-- follows is not booked before it.
CREATE FUNCTION set_booked_on () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Bookings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  NEW.booked_on := greatest(NEW.day, (last_closed_month() + interval '1 month')::date,
    (SELECT max(booked_on) FROM invoice_changes WHERE invoice_id = NEW.invoice_id AND booked_on > day));
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_changes_in_open_month BEFORE INSERT ON invoice_changes
  FOR EACH ROW EXECUTE FUNCTION set_booked_on ();

CREATE FUNCTION invoice_changes_stay () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was owed on a day stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_changes_stay';
END $$;
CREATE TRIGGER invoice_changes_stay BEFORE UPDATE OR DELETE ON invoice_changes
  FOR EACH ROW EXECUTE FUNCTION invoice_changes_stay ();

CREATE OR REPLACE FUNCTION book_invoice () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL
    THEN coalesce(OLD.amount_cents - OLD.written_off_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL
    THEN coalesce(NEW.amount_cents - NEW.written_off_cents, 0) ELSE 0 END;
  written_off_at timestamptz := (SELECT recorded_at FROM write_offs
    WHERE id = coalesce(NEW.write_off_id, OLD.write_off_id));
BEGIN
  IF invoice.reported_elsewhere THEN RETURN NULL; END IF;
  INSERT INTO invoice_changes (day, event, invoice_id, invoice_number, vat_percent, owed_cents)
  SELECT (b.at AT TIME ZONE 'Africa/Johannesburg')::date, b.event, invoice.id, invoice.number,
    (invoice.issuer -> 'vat' ->> 'percent')::smallint, b.cents
  FROM (
    SELECT NEW.created_at AS at, 'issued' AS event, NEW.amount_cents AS cents WHERE TG_OP = 'INSERT'
    -- An import can bring invoices that are void already.
    UNION ALL
    SELECT NEW.voided_at, 'voided', -NEW.amount_cents
    WHERE TG_OP = 'INSERT' AND NEW.voided_at IS NOT NULL
    UNION ALL
    -- Voiding and writing off, and their undo, are of that day. Any other change corrects the day of the invoice.
    SELECT coalesce(NEW.voided_at, OLD.voided_at, written_off_at, NEW.created_at),
      CASE WHEN NEW.voided_at IS NULL AND NEW.write_off_id IS NULL THEN 'changed' ELSE 'voided' END,
      after - before
    WHERE TG_OP = 'UPDATE'
    UNION ALL
    SELECT moved.at, moved.event, moved.cents
    FROM (VALUES (OLD.created_at, 'deleted', -after), (NEW.created_at, 'issued', after))
      AS moved (at, event, cents)
    WHERE TG_OP = 'UPDATE' AND after = before
      AND (OLD.created_at AT TIME ZONE 'Africa/Johannesburg')::date
        <> (NEW.created_at AT TIME ZONE 'Africa/Johannesburg')::date
    UNION ALL
    SELECT OLD.created_at, 'deleted', -before WHERE TG_OP = 'DELETE'
  ) AS b
  WHERE b.cents <> 0;
  RETURN NULL;
END $$;

-- The first month that is closed has no movement before it, but for the balances with which accounts began.
CREATE OR REPLACE FUNCTION close_in_order () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last date;
BEGIN
  PERFORM pg_advisory_xact_lock(727031);
  last := last_closed_month();
  IF TG_OP = 'INSERT' AND NEW.reopened_at IS NULL AND (CASE
    WHEN last IS NOT NULL THEN NEW.month = (last + interval '1 month')::date
    ELSE NOT EXISTS (SELECT FROM invoice_changes WHERE booked_on < NEW.month)
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE booked_on < NEW.month AND kind <> 'opening') END)
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
