-- A document, frozen when issued: payer, line, amount and where to pay (product-rules 6.2).
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  -- Shown as 'INV-00042'.
  number integer NOT NULL UNIQUE CHECK (number > 0),
  member_id uuid REFERENCES members,
  -- The type whose period paying adds; none for any other amount.
  member_type_id uuid REFERENCES member_types,
  payer_first_name text NOT NULL,
  payer_last_name text NOT NULL,
  payer_email text NOT NULL,
  payer_address text NOT NULL,
  line text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
  payment_type text NOT NULL CHECK (payment_type IN ('Credit Card', 'Pay Pal', 'EFT')),
  issuer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  -- An invoice is paid by the payment that it points to: at most one, and never without one.
  payment_id uuid UNIQUE,
  CHECK (member_type_id IS NULL OR member_id IS NOT NULL),
  CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
  CHECK (voided_at IS NULL OR payment_id IS NULL)
);

-- Money that came in. One that no record points to is a credit.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoices,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  paid_on date NOT NULL,
  recorded_at timestamptz NOT NULL,
  method text NOT NULL CHECK (method IN ('Credit Card', 'Pay Pal', 'EFT')),
  source text NOT NULL CHECK (source IN ('administrator', 'payfast')),
  recorded_by uuid REFERENCES users,
  external_reference text UNIQUE,
  UNIQUE (id, invoice_id)
);
CREATE INDEX ON payments (invoice_id);

ALTER TABLE invoices
  ADD FOREIGN KEY (payment_id, id) REFERENCES payments (id, invoice_id);

CREATE INDEX ON invoices (created_at, id);
CREATE INDEX ON invoices (member_id);
CREATE INDEX invoices_unpaid ON invoices (created_at, id)
  WHERE payment_id IS NULL AND voided_at IS NULL;
-- One open membership invoice per member (product-rules 6.14).
CREATE UNIQUE INDEX invoices_one_open_per_member ON invoices (member_id)
  WHERE member_type_id IS NOT NULL AND payment_id IS NULL AND voided_at IS NULL;
CREATE INDEX invoices_number_text ON invoices USING gin (('inv-' || zero_padded(number)) gin_trgm_ops);
CREATE INDEX invoices_payer_last_name ON invoices USING gin (fold(payer_last_name) gin_trgm_ops);
CREATE INDEX invoices_payer_email ON invoices USING gin (fold(payer_email) gin_trgm_ops);

CREATE TABLE membership_periods (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  -- The day of the month that anniversaries aim at, kept through shorter months.
  anchor_day smallint NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  member_type_id uuid NOT NULL REFERENCES member_types,
  fee_cents integer NOT NULL CHECK (fee_cents >= 0),
  -- Paying an invoice adds exactly one; none for free types and what was entered by hand.
  invoice_id uuid UNIQUE REFERENCES invoices,
  created_at timestamptz NOT NULL,
  CHECK (ends_on >= starts_on),
  EXCLUDE USING gist (member_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
);
