-- The books of a month (product-rules 24). A movement of money is a booking. Triggers write it, so that no
-- code can forget one or choose its month, and nothing changes it.
CREATE TABLE bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In the books: the true day, or the first day of the first open month if that is later.
  booked_on date NOT NULL,
  day date NOT NULL,
  event text NOT NULL CHECK (event IN ('issued', 'changed', 'voided', 'deleted', 'received', 'carried',
    'kept', 'undone', 'refunded', 'dealt-with', 'use-undone')),
  income_kind text CHECK (income_kind IN ('membership', 'invoice', 'donation')),
  -- Without references: a booking stays when an import is undone.
  member_type_id uuid,
  invoice_id uuid,
  invoice_number integer,
  donation_id uuid,
  payment_id uuid,
  method text,
  -- Of the invoice, if the organisation was registered for VAT when it was issued.
  vat_percent smallint,
  -- Received, less what was paid back.
  money_cents integer NOT NULL DEFAULT 0,
  income_cents integer NOT NULL DEFAULT 0,
  -- What the organisation owes to payers.
  credits_cents integer NOT NULL DEFAULT 0,
  -- Credits that were dealt with in another way.
  other_cents integer NOT NULL DEFAULT 0,
  -- What payers owe for invoices.
  owed_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT bookings_balance CHECK (money_cents = income_cents + credits_cents + other_cents),
  CONSTRAINT bookings_income CHECK (income_cents = 0 OR income_kind IS NOT NULL),
  CONSTRAINT bookings_owed CHECK (owed_cents = 0 OR (invoice_id IS NOT NULL AND invoice_number IS NOT NULL))
);
CREATE INDEX ON bookings (booked_on);
CREATE INDEX ON bookings (invoice_id) WHERE invoice_id IS NOT NULL;

CREATE TABLE closed_months (
  id uuid PRIMARY KEY,
  -- Its first day.
  month date NOT NULL CONSTRAINT closed_months_first_day CHECK (extract(day FROM month) = 1),
  -- What its pack says, for ever.
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object'),
  closed_at timestamptz NOT NULL,
  closed_by uuid NOT NULL REFERENCES users,
  reopened_at timestamptz,
  reopened_by uuid REFERENCES users,
  reopened_reason text CHECK (char_length(reopened_reason) BETWEEN 1 AND 1000),
  CONSTRAINT closed_months_past CHECK (
    (closed_at AT TIME ZONE 'Africa/Johannesburg')::date >= (month + interval '1 month')::date),
  CONSTRAINT closed_months_reopened_whole
    CHECK (num_nonnulls(reopened_at, reopened_by, reopened_reason) IN (0, 3))
);
CREATE INDEX closed_months_closed ON closed_months (month) WHERE reopened_at IS NULL;
CREATE INDEX ON closed_months (closed_by);
CREATE INDEX ON closed_months (reopened_by) WHERE reopened_by IS NOT NULL;

-- How the organisation keeps its books.
CREATE TABLE book_settings (
  is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
  -- The month in which the financial year ends.
  year_end_month smallint NOT NULL DEFAULT 2 CHECK (year_end_month BETWEEN 1 AND 12),
  -- Whether membership fees are spread over the days that they pay for.
  shows_deferred boolean NOT NULL DEFAULT false,
  -- The account of the accounting program for each kind, as far as it is not the usual one.
  accounts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(accounts) = 'object'),
  tax_rate text NOT NULL DEFAULT 'No VAT' CHECK (char_length(tax_rate) BETWEEN 1 AND 60)
);
INSERT INTO book_settings DEFAULT VALUES;

CREATE FUNCTION last_closed_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT max(month) FROM closed_months WHERE reopened_at IS NULL
$$;

CREATE FUNCTION set_booked_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Bookings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  NEW.booked_on := greatest(NEW.day, (last_closed_month() + interval '1 month')::date);
  RETURN NEW;
END $$;
CREATE TRIGGER bookings_in_open_month BEFORE INSERT ON bookings
  FOR EACH ROW EXECUTE FUNCTION set_booked_on();

CREATE FUNCTION bookings_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a booking stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_stay';
END $$;
CREATE TRIGGER bookings_stay BEFORE UPDATE OR DELETE ON bookings
  FOR EACH ROW EXECUTE FUNCTION bookings_stay();

CREATE FUNCTION close_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last date;
BEGIN
  PERFORM pg_advisory_xact_lock(727031);
  last := last_closed_month();
  IF TG_OP = 'INSERT' AND NEW.reopened_at IS NULL AND (CASE
    WHEN last IS NOT NULL THEN NEW.month = (last + interval '1 month')::date
    ELSE NOT EXISTS (SELECT FROM bookings WHERE booked_on < NEW.month) END)
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
CREATE TRIGGER closed_months_in_order BEFORE INSERT OR UPDATE OR DELETE ON closed_months
  FOR EACH ROW EXECUTE FUNCTION close_in_order();

CREATE FUNCTION income_kind(invoice_id uuid, member_type_id uuid, donation_id uuid) RETURNS text
  LANGUAGE sql IMMUTABLE RETURN CASE
    WHEN donation_id IS NOT NULL THEN 'donation'
    WHEN member_type_id IS NOT NULL THEN 'membership'
    WHEN invoice_id IS NOT NULL THEN 'invoice'
  END;

CREATE FUNCTION book_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND after = before AND after <> 0 THEN
    -- An import gives an invoice of the past its own day.
    INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
      vat_percent, owed_cents)
    SELECT (moved.at AT TIME ZONE 'Africa/Johannesburg')::date, moved.event,
      income_kind(NEW.id, NEW.member_type_id, NULL), NEW.member_type_id, NEW.id, NEW.number,
      (NEW.issuer -> 'vat' ->> 'percent')::smallint, moved.owed
    FROM (VALUES (OLD.created_at, 'deleted', -after), (NEW.created_at, 'issued', after))
      AS moved (at, event, owed)
    WHERE (OLD.created_at AT TIME ZONE 'Africa/Johannesburg')::date
      <> (NEW.created_at AT TIME ZONE 'Africa/Johannesburg')::date;
  ELSIF after <> before THEN
    INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
      vat_percent, owed_cents)
    VALUES (
      -- Voiding is of its day. Any other change corrects the day of the invoice.
      (CASE WHEN TG_OP = 'UPDATE' AND NEW.voided_at IS NOT NULL THEN NEW.voided_at
        ELSE invoice.created_at END AT TIME ZONE 'Africa/Johannesburg')::date,
      CASE TG_OP WHEN 'INSERT' THEN 'issued' WHEN 'DELETE' THEN 'deleted'
        ELSE CASE WHEN NEW.voided_at IS NULL THEN 'changed' ELSE 'voided' END END,
      income_kind(invoice.id, invoice.member_type_id, NULL), invoice.member_type_id, invoice.id,
      invoice.number, (invoice.issuer -> 'vat' ->> 'percent')::smallint, after - before);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_booked AFTER INSERT OR DELETE OR UPDATE OF amount_cents, voided_at, created_at ON invoices
  FOR EACH ROW EXECUTE FUNCTION book_invoice();

CREATE FUNCTION book_payment() RETURNS trigger LANGUAGE plpgsql AS $$
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
      income_kind(payment.invoice_id, i.member_type_id, payment.donation_id), i.member_type_id,
      payment.invoice_id, i.number, payment.donation_id, payment.id, payment.method,
      (i.issuer -> 'vat' ->> 'percent')::smallint, money, income, money - income,
      CASE WHEN payment.invoice_id IS NULL THEN 0 ELSE -income END
    FROM (SELECT) AS one LEFT JOIN invoices AS i ON i.id = payment.invoice_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_booked AFTER INSERT OR DELETE OR UPDATE OF counted_cents, reversed_at ON payments
  FOR EACH ROW EXECUTE FUNCTION book_payment();

-- A refund, and what was dealt with in another way. What paid a record is booked with its payment.
CREATE FUNCTION book_credit_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used credit_uses := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  -- The change of the credit.
  cents integer := CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END
    - CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
  IF cents <> 0 AND used.carried_to IS NULL THEN
    INSERT INTO bookings (day, event, payment_id, method, money_cents, credits_cents, other_cents)
    SELECT used.used_on, CASE WHEN TG_OP <> 'INSERT' THEN 'use-undone'
        WHEN used.kind = 'refund' THEN 'refunded' ELSE 'dealt-with' END, p.id, p.method,
      CASE used.kind WHEN 'refund' THEN cents ELSE 0 END, cents,
      CASE used.kind WHEN 'refund' THEN 0 ELSE -cents END
    FROM payments AS p WHERE p.id = used.payment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_booked AFTER INSERT OR DELETE OR UPDATE OF reversed_at ON credit_uses
  FOR EACH ROW EXECUTE FUNCTION book_credit_use();

-- What is there already, as the triggers would have booked it. What was undone is booked and taken back.
INSERT INTO bookings (booked_on, day, event, income_kind, member_type_id, invoice_id, invoice_number,
  vat_percent, owed_cents)
SELECT b.day, b.day, b.event, income_kind(i.id, i.member_type_id, NULL), i.member_type_id, i.id, i.number,
  (i.issuer -> 'vat' ->> 'percent')::smallint, b.cents
FROM invoices AS i CROSS JOIN LATERAL (VALUES
  ('issued', (i.created_at AT TIME ZONE 'Africa/Johannesburg')::date, i.amount_cents),
  ('voided', (i.voided_at AT TIME ZONE 'Africa/Johannesburg')::date, -i.amount_cents)
) AS b (event, day, cents)
WHERE b.day IS NOT NULL
ORDER BY b.day, i.number;

INSERT INTO bookings (booked_on, day, event, income_kind, member_type_id, invoice_id, invoice_number,
  donation_id, payment_id, method, vat_percent, money_cents, income_cents, credits_cents, owed_cents)
SELECT p.paid_on, p.paid_on, b.event, income_kind(p.invoice_id, i.member_type_id, p.donation_id),
  i.member_type_id, p.invoice_id, i.number, p.donation_id, p.id, p.method,
  (i.issuer -> 'vat' ->> 'percent')::smallint, b.sign * b.money, b.sign * p.counted_cents,
  b.sign * (b.money - p.counted_cents),
  CASE WHEN p.invoice_id IS NULL THEN 0 ELSE -b.sign * p.counted_cents END
FROM payments AS p
LEFT JOIN invoices AS i ON i.id = p.invoice_id
CROSS JOIN LATERAL (
  SELECT 'undone' AS event, -1 AS sign, CASE p.source WHEN 'credit' THEN 0 ELSE p.amount_cents END AS money
  WHERE p.reversed_at IS NOT NULL
  UNION ALL
  SELECT CASE p.source WHEN 'credit' THEN 'carried' ELSE 'received' END, 1,
    CASE p.source WHEN 'credit' THEN 0 ELSE p.amount_cents END
) AS b
WHERE b.money <> 0 OR p.counted_cents <> 0
ORDER BY p.paid_on, p.recorded_at, p.id, b.sign DESC;

INSERT INTO bookings (booked_on, day, event, payment_id, method, money_cents, credits_cents, other_cents)
SELECT u.used_on, u.used_on, b.event, p.id, p.method,
  CASE u.kind WHEN 'refund' THEN b.cents ELSE 0 END, b.cents,
  CASE u.kind WHEN 'refund' THEN 0 ELSE -b.cents END
FROM credit_uses AS u
JOIN payments AS p ON p.id = u.payment_id
CROSS JOIN LATERAL (
  SELECT CASE u.kind WHEN 'refund' THEN 'refunded' ELSE 'dealt-with' END AS event,
    -u.amount_cents AS cents
  UNION ALL SELECT 'use-undone', u.amount_cents WHERE u.reversed_at IS NOT NULL
) AS b
WHERE u.carried_to IS NULL
ORDER BY u.used_on, u.recorded_at, u.id, b.cents;
