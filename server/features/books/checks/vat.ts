import { sql } from 'kysely';
import { sqlInvoiceVat } from '#server/features/ledger/payment-vat.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** The VAT that is posted is what the payments of each invoice imply. product-rules 24.14. */
export function vatCheck(): BookCheck {
  return {
    name: 'VAT',
    advice:
      'Compare the payments of the invoice with the bank and with a backup from before, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, sql`${wrongInvoices} UNION ALL ${wrongPayments} UNION ALL ${wrongKept}`, {
        ok: 'The VAT of every invoice is that of its payments, and the ledger has it as the VAT basis says.',
        failed: 'The VAT of invoices, payments and the ledger does not agree:',
      }),
  };
}

/** A cent for each payment, until the last one takes the rest. */
const wrongInvoices = sql`
  SELECT 'INV-' || zero_padded(i.number) || ': its payments have ' || ${rand(sql`p.vat`)} || ' of VAT, it is '
    || ${rand(sql`i.due`)} AS name
  FROM (
    SELECT i.id, i.number, i.paid_cents = i.amount_cents AS is_whole,
      round(${sqlInvoiceVat} * i.paid_cents / i.amount_cents)::bigint AS due
    FROM invoices AS i WHERE i.issuer ? 'vat' AND i.amount_cents > 0
  ) AS i CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(sum(vat_cents) FILTER (WHERE counts_for = i.id), 0)::bigint AS vat
    FROM payments WHERE invoice_id = i.id
  ) AS p
  WHERE abs(p.vat - i.due) > CASE WHEN i.is_whole THEN 0 ELSE p.count END`;

/** What is posted to VAT of each payment and of each credit that was kept. */
const posted = (isKept: boolean) => sql`
  SELECT coalesce(m.payment_id, e.source_id) AS id, -sum(l.cents)::bigint AS vat
  FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
  LEFT JOIN bank_matches AS m ON m.id = e.source_id AND m.kind = 'reversal'
  WHERE l.account = 'vat' AND (e.kind IN ('kept', 'use-undone')) = ${sql.lit(isKept)} GROUP BY 1`;

/** What was received before the answer, and closed, has its VAT or none. What was taken back has none. */
const wrongPayments = sql`
  SELECT 'Payment of ' || ${rand(sql`p.amount_cents`)} || ' of ' || ${dayText(sql`p.paid_on`)} || coalesce(
    ' (INV-' || (SELECT zero_padded(number) FROM invoices WHERE id = p.invoice_id) || ')', '')
    || ': the ledger has ' || ${rand(sql`p.vat`)} || ' of VAT, it has ' || ${rand(sql`p.due`)}
  FROM (
    SELECT p.*, v.vat, CASE WHEN e.gross = 0 THEN 0
      WHEN e.booked_on >= coalesce(c.vat_basis_from, e.booked_on)
        THEN CASE WHEN c.vat_basis = 'payments' THEN p.vat_cents ELSE 0 END
      WHEN v.vat = 0 THEN 0 ELSE p.vat_cents END AS due
    FROM (
      SELECT id, sum(vat)::bigint AS vat FROM (
        SELECT id, 0 AS vat FROM payments WHERE vat_cents <> 0 UNION ALL (${posted(false)})
      ) AS parts GROUP BY 1
    ) AS v JOIN payments AS p ON p.id = v.id CROSS JOIN company_info AS c
    CROSS JOIN LATERAL (
      SELECT sum(l.cents) AS gross, min(e.booked_on) FILTER (WHERE e.kind IN ('received', 'carried')) AS booked_on
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE ${sqlPaysRecord} AND e.source_id = ANY (ARRAY(
        SELECT p.id UNION ALL SELECT id FROM bank_matches WHERE payment_id = p.id AND kind = 'reversal'))
    ) AS e WHERE e.booked_on IS NOT NULL
  ) AS p WHERE p.vat <> p.due`;

/** What was kept before the answer, and closed, has its VAT or none. What is given up takes back what was posted. */
const wrongKept = sql`
  SELECT 'Credit of ' || ${rand(sql`abs(u.amount_cents)`)} || CASE WHEN u.amount_cents < 0 THEN ' that was given up on '
      ELSE ' that was kept on ' END || ${dayText(sql`u.used_on`)}
    || ': the ledger has ' || ${rand(sql`u.vat`)} || ' of VAT, it has ' || ${rand(sql`u.due`)}
  FROM (
    SELECT u.*, CASE WHEN u.reversed_at IS NOT NULL THEN 0
      WHEN u.amount_cents < 0 THEN u.vat - (sum(u.vat) OVER (PARTITION BY u.payment_id))::bigint
      WHEN u.booked_on >= coalesce(c.vat_basis_from, u.booked_on)
        THEN CASE WHEN c.vat_basis = 'payments' THEN u.vat_cents ELSE 0 END
      WHEN u.vat = 0 THEN 0 ELSE u.vat_cents END AS due
    FROM (
      SELECT u.*, coalesce(k.vat, 0) AS vat,
        (SELECT min(booked_on) FROM ledger_entries WHERE source_id = u.id) AS booked_on
      FROM credit_uses AS u LEFT JOIN (${posted(true)}) AS k ON k.id = u.id
      WHERE u.kind = 'other' OR k.id IS NOT NULL
    ) AS u CROSS JOIN company_info AS c
  ) AS u WHERE u.vat <> u.due`;
