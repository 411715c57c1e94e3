-- What an import brings of months that are closed was reported elsewhere, if the administrator says so. It is a
-- fact of the payment, and of the invoice that was made for it. Neither is in these books (product-rules 24.2).
ALTER TABLE payments ADD COLUMN reported_elsewhere boolean NOT NULL DEFAULT false;
ALTER TABLE payments ADD CONSTRAINT payments_reported_elsewhere CHECK (
  NOT reported_elsewhere OR (counted_cents = amount_cents AND source = 'administrator'));
ALTER TABLE invoices ADD COLUMN reported_elsewhere boolean NOT NULL DEFAULT false;

ALTER TABLE imports ADD COLUMN closed_rows integer NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN closed_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN closed_months text;
ALTER TABLE imports ADD CONSTRAINT imports_closed_months_check CHECK (closed_months IN ('elsewhere', 'now'));

CREATE OR REPLACE FUNCTION book_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
  IF invoice.reported_elsewhere THEN RETURN NULL; END IF;
  INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
    vat_percent, owed_cents)
  SELECT (b.at AT TIME ZONE 'Africa/Johannesburg')::date, b.event,
    income_kind(invoice.id, invoice.member_type_id, NULL), invoice.member_type_id, invoice.id,
    invoice.number, (invoice.issuer -> 'vat' ->> 'percent')::smallint, b.cents
  FROM (
    SELECT NEW.created_at AS at, 'issued' AS event, NEW.amount_cents AS cents WHERE TG_OP = 'INSERT'
    -- An export that is read back has invoices that are void already.
    UNION ALL
    SELECT NEW.voided_at, 'voided', -NEW.amount_cents
    WHERE TG_OP = 'INSERT' AND NEW.voided_at IS NOT NULL
    UNION ALL
    -- Voiding and its undo are of the day of the voiding. Any other change corrects the day of the invoice.
    SELECT coalesce(NEW.voided_at, OLD.voided_at, NEW.created_at),
      CASE WHEN NEW.voided_at IS NULL THEN 'changed' ELSE 'voided' END, after - before
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
END $function$;

CREATE OR REPLACE FUNCTION book_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  payment payments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.counted_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.counted_cents, 0) ELSE 0 END;
  -- Money that is carried on from a credit came before.
  money integer := CASE WHEN payment.source = 'credit' THEN 0 ELSE
    CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END
    - CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END END;
  income integer := after - before;
BEGIN
  IF (money <> 0 OR income <> 0) AND NOT payment.reported_elsewhere THEN
    INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
      donation_id, payment_id, method, vat_percent, money_cents, income_cents, credits_cents, owed_cents)
    SELECT payment.paid_on,
      CASE WHEN TG_OP = 'INSERT' THEN CASE payment.source WHEN 'credit' THEN 'carried' ELSE 'received' END
        WHEN TG_OP = 'UPDATE' AND NEW.reversed_at IS NULL THEN 'kept' ELSE 'undone' END,
      income_kind(payment.invoice_id, type.id, payment.donation_id), type.id,
      payment.invoice_id, i.number, payment.donation_id, payment.id, payment.method,
      (i.issuer -> 'vat' ->> 'percent')::smallint, money, income, money - income,
      -- What is owed of an invoice that was reported elsewhere is not booked.
      CASE WHEN payment.invoice_id IS NULL OR i.reported_elsewhere THEN 0 ELSE -income END
    FROM (SELECT) AS one LEFT JOIN invoices AS i ON i.id = payment.invoice_id
    -- As it was booked first. An import that is undone takes the type from its invoices before.
    CROSS JOIN LATERAL (SELECT coalesce((
      SELECT (array_agg(member_type_id ORDER BY id))[1] FROM bookings WHERE payment_id = payment.id
    ), i.member_type_id) AS id) AS type;
  END IF;
  RETURN NULL;
END $function$;

-- A donation that was made by booking a bank line, and whose payment was undone, is nobody's promise: it does not
-- wait for money (product-rules 25.7). It stays, because its payment does.
ALTER TABLE donations ADD COLUMN withdrawn_at timestamptz;
ALTER TABLE donations ADD CONSTRAINT donations_withdrawn_unpaid CHECK (
  withdrawn_at IS NULL OR payment_id IS NULL);

CREATE FUNCTION withdraw_booked_donation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE donations SET withdrawn_at = NEW.reversed_at
    WHERE id = NEW.donation_id AND payment_id IS NULL AND withdrawn_at IS NULL
      AND EXISTS (SELECT FROM bank_matches WHERE payment_id = NEW.id AND kind = 'new-donation')
      AND NOT EXISTS (SELECT FROM payments WHERE donation_id = NEW.donation_id AND reversed_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_withdraw_donation AFTER UPDATE OF reversed_at ON payments FOR EACH ROW
  WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL AND NEW.source = 'bank'
    AND NEW.donation_id IS NOT NULL)
  EXECUTE FUNCTION withdraw_booked_donation();
CREATE TRIGGER donations_withdrawn AFTER UPDATE OF withdrawn_at ON donations FOR EACH ROW
  WHEN (OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');

-- Earlier ones. The counter follows by the trigger.
UPDATE donations AS d SET withdrawn_at = p.reversed_at
  FROM payments AS p JOIN bank_matches AS m ON m.payment_id = p.id AND m.kind = 'new-donation'
  WHERE p.donation_id = d.id AND d.payment_id IS NULL AND p.reversed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM payments AS o WHERE o.donation_id = d.id AND o.reversed_at IS NULL);
