-- A reopened month must not take back what is booked after it (product-rules 24.2).
CREATE INDEX ON bookings (payment_id) WHERE payment_id IS NOT NULL;

CREATE OR REPLACE FUNCTION set_booked_on() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late date;
BEGIN
  -- Bookings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  IF NOT EXISTS (SELECT FROM closed_months) THEN
    NEW.booked_on := NEW.day;
    RETURN NEW;
  END IF;
  -- What was booked late stays there when its month is reopened. What follows is not booked before it.
  IF NEW.payment_id IS NULL THEN
    late := (SELECT max(booked_on) FROM bookings
      WHERE invoice_id = NEW.invoice_id AND payment_id IS NULL AND booked_on > day);
  ELSE
    -- A credit and the payments that were made of it are the same money.
    WITH RECURSIVE same_money (id) AS (
      SELECT NEW.payment_id
      UNION
      SELECT other.id FROM same_money AS m CROSS JOIN LATERAL (
        SELECT payment_id FROM credit_uses WHERE carried_to = m.id
        UNION ALL
        SELECT carried_to FROM credit_uses WHERE payment_id = m.id AND carried_to IS NOT NULL
      ) AS other (id)
    )
    -- Not as a join: the planner expects many rows of a recursion, and would read all bookings.
    SELECT max((SELECT max(booked_on) FROM bookings WHERE payment_id = m.id AND booked_on > day))
    INTO late FROM same_money AS m;
  END IF;
  NEW.booked_on := greatest(NEW.day, (last_closed_month() + interval '1 month')::date, late);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION book_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
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
END $$;

CREATE OR REPLACE FUNCTION book_payment() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF money <> 0 OR income <> 0 THEN
    INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
      donation_id, payment_id, method, vat_percent, money_cents, income_cents, credits_cents, owed_cents)
    SELECT payment.paid_on,
      CASE WHEN TG_OP = 'INSERT' THEN CASE payment.source WHEN 'credit' THEN 'carried' ELSE 'received' END
        WHEN TG_OP = 'UPDATE' AND NEW.reversed_at IS NULL THEN 'kept' ELSE 'undone' END,
      income_kind(payment.invoice_id, type.id, payment.donation_id), type.id,
      payment.invoice_id, i.number, payment.donation_id, payment.id, payment.method,
      (i.issuer -> 'vat' ->> 'percent')::smallint, money, income, money - income,
      CASE WHEN payment.invoice_id IS NULL THEN 0 ELSE -income END
    FROM (SELECT) AS one LEFT JOIN invoices AS i ON i.id = payment.invoice_id
    -- As it was booked first. An import that is undone takes the type from its invoices before.
    CROSS JOIN LATERAL (SELECT coalesce((
      SELECT (array_agg(member_type_id ORDER BY id))[1] FROM bookings WHERE payment_id = payment.id
    ), i.member_type_id) AS id) AS type;
  END IF;
  RETURN NULL;
END $$;

-- What a credit pays is booked at the end of the transaction: only then the payment has its credit.
DROP TRIGGER payments_booked ON payments;
CREATE TRIGGER payments_booked AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.source <> 'credit') EXECUTE FUNCTION book_payment();
CREATE TRIGGER payments_change_booked AFTER DELETE OR UPDATE OF counted_cents, reversed_at ON payments
  FOR EACH ROW EXECUTE FUNCTION book_payment();
CREATE CONSTRAINT TRIGGER payments_carried_booked AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.source = 'credit') EXECUTE FUNCTION book_payment();
