-- How a refund was paid out. Null of a refund: EFT, as a version before recorded it.
ALTER TABLE credit_uses ADD COLUMN refunded_by text,
  ADD CONSTRAINT credit_uses_refunded_by_check CHECK (refunded_by IN ('EFT', 'Cash', 'Credit Card', 'World Remit', 'Wise',
    'Card Machine', 'SnapScan', 'Cheque', 'Other')),
  ADD CONSTRAINT credit_uses_refund CHECK (refunded_by IS NULL OR kind = 'refund');
UPDATE credit_uses AS u SET refunded_by = CASE WHEN EXISTS (
    SELECT FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = u.id AND e.kind = 'refunded' AND l.account = 'payfast'
      AND (SELECT lines_posted_at FROM book_settings) IS NOT NULL
    HAVING sum(l.cents) < 0)
  THEN 'Credit Card' ELSE 'EFT' END
  WHERE kind = 'refund';
-- What went back at PayFast, for its payouts.
CREATE INDEX credit_uses_by_card ON credit_uses (used_on) WHERE refunded_by = 'Credit Card' AND reversed_at IS NULL;
CREATE INDEX payments_returned_by_card ON payments (reversed_at) WHERE reversed_at IS NOT NULL AND source = 'payfast';

-- Undoing a write-off or a voiding is no change of an invoice.
ALTER TABLE invoice_changes DROP CONSTRAINT invoice_changes_event_check,
  ADD CONSTRAINT invoice_changes_event_check CHECK (event IN ('issued', 'changed', 'voided', 'restored', 'deleted'));

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
      CASE WHEN NEW.voided_at IS NOT NULL OR NEW.write_off_id IS NOT NULL THEN 'voided'
        WHEN OLD.voided_at IS NOT NULL OR OLD.write_off_id IS NOT NULL THEN 'restored' ELSE 'changed' END,
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

-- Of open months only: a closed one stays as it was reported.
ALTER TABLE invoice_changes DISABLE TRIGGER invoice_changes_stay;
UPDATE invoice_changes AS c SET event = 'restored'
  WHERE event = 'changed' AND booked_on >= coalesce((last_closed_month() + interval '1 month')::date, booked_on)
    AND EXISTS (SELECT FROM write_offs AS w WHERE w.invoice_id = c.invoice_id AND w.reversed_at IS NOT NULL
      AND w.amount_cents = c.owed_cents AND (w.recorded_at AT TIME ZONE 'Africa/Johannesburg')::date = c.day);
ALTER TABLE invoice_changes ENABLE TRIGGER invoice_changes_stay;
