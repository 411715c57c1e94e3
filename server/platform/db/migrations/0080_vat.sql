-- VAT in the ledger. SARS grants the invoice or the payments basis. Null: not answered yet, or not registered. The answer
-- counts from the first month that was open then; null: no month was closed.
ALTER TABLE company_info ADD COLUMN vat_basis text, ADD COLUMN vat_basis_from date;
ALTER TABLE company_info ADD CONSTRAINT company_info_vat_basis_check CHECK (vat_basis IN ('payments', 'invoices'));

-- The VAT within what counts for the invoice. The parts of an invoice add up to the VAT that is frozen on it. The ledger
-- has it on the payments basis only.
ALTER TABLE payments ADD COLUMN vat_cents integer NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_vat CHECK (vat_cents = 0 OR invoice_id IS NOT NULL);
-- So that an organisation without VAT does not look through its payments.
CREATE INDEX payments_with_vat ON payments (id) WHERE vat_cents <> 0;

-- The VAT within a credit that was kept.
ALTER TABLE credit_uses ADD COLUMN vat_cents integer NOT NULL DEFAULT 0;
ALTER TABLE credit_uses ADD CONSTRAINT credit_uses_vat
  CHECK (vat_cents = 0 OR kind = 'other' AND vat_cents BETWEEN 1 AND amount_cents);

-- Payments of today, in the order in which they were recorded. What no longer counts did when it was received.
WITH parts AS (
  SELECT p.id, p.invoice_id, p.counts_for, p.recorded_at, i.amount_cents AS whole,
    round(i.amount_cents * v.percent / (100 + v.percent)) AS vat,
    CASE WHEN p.counted_cents > 0 THEN p.counted_cents ELSE (
      SELECT coalesce(-sum(l.cents), 0) FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.source_id = p.id AND e.kind IN ('received', 'carried') AND l.account IN ('membership', 'invoice')) END AS cents
  FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
  CROSS JOIN LATERAL (SELECT (i.issuer -> 'vat' ->> 'percent')::numeric AS percent) AS v
  WHERE v.percent IS NOT NULL
), counted AS (
  SELECT *, CASE WHEN counts_for IS NULL THEN cents
    ELSE sum(cents) OVER (PARTITION BY counts_for ORDER BY recorded_at, id) END AS up_to FROM parts
)
UPDATE payments AS p
SET vat_cents = round(c.vat * c.up_to / c.whole) - round(c.vat * (c.up_to - c.cents) / c.whole)
FROM counted AS c WHERE p.id = c.id AND c.cents > 0;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'received', 'carried', 'released', 'undone', 'refunded', 'kept', 'use-undone', 'returned', 'vat',
  -- Of lines of the bank.
  'payout', 'deposited', 'moved', 'charge', 'transfer', 'elsewhere', 'line-undone',
  'card-fee', 'opening', 'deferred'));
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'bank', 'cash', 'payfast', 'transfer', 'cardMachine', 'debitOrder', 'snapScan', 'cheque', 'other', 'transit',
  'credits', 'deferred', 'vat', 'membership', 'invoice', 'donation', 'kept', 'interest', 'charges', 'fees', 'elsewhere',
  'opening', 'conversion'));

-- Whether money of a day posts its VAT. Volatile: the lock of `ledger_day` waits for an answer that is being stored, and
-- the next statement sees it.
CREATE FUNCTION posts_vat (day date, money uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  booked date := ledger_day(day, money);
BEGIN
  RETURN EXISTS (
    SELECT FROM company_info WHERE vat_basis = 'payments' AND booked >= coalesce(vat_basis_from, booked));
END $$;
