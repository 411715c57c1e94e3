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
    || ${rand(sql`p.due`)} AS name
  FROM (
    SELECT i.id, i.number, i.paid_cents = i.amount_cents AS is_whole, p.vat, p.count,
      coalesce(round(${sqlInvoiceVat} * i.paid_cents / nullif(i.amount_cents, 0)), 0)::bigint AS due
    FROM invoices AS i JOIN (
      SELECT invoice_id, count(*) AS count, coalesce(sum(vat_cents) FILTER (WHERE counts_for = invoice_id), 0) AS vat
      FROM payments WHERE invoice_id IS NOT NULL GROUP BY 1
    ) AS p ON p.invoice_id = i.id
  ) AS p JOIN invoices AS i ON i.id = p.id
  WHERE abs(p.vat - p.due) > CASE WHEN p.is_whole THEN 0 ELSE p.count END`;

const posted = sql`ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id`;
const vatOf = sql`coalesce(-sum(l.cents) FILTER (WHERE l.account = 'vat'), 0)::bigint`;

/** What was received before the answer, and closed, has its VAT or none. What was taken back has none. */
const wrongPayments = sql`
  SELECT 'Payment of ' || ${rand(sql`p.amount_cents`)} || ' of ' || ${dayText(sql`p.paid_on`)} || ' (INV-'
    || zero_padded(i.number) || '): the ledger has ' || ${rand(sql`v.vat`)} || ' of VAT, it has ' || ${rand(sql`v.due`)}
  FROM (
    SELECT e.id, e.vat, CASE WHEN e.gross = 0 THEN 0
      WHEN e.booked_on >= coalesce(c.vat_basis_from, e.booked_on)
        THEN CASE WHEN c.vat_basis = 'payments' THEN p.vat_cents ELSE 0 END
      WHEN e.vat = 0 THEN 0 ELSE p.vat_cents END AS due
    FROM (
      SELECT coalesce(m.payment_id, e.source_id) AS id, ${vatOf} AS vat, sum(l.cents) AS gross,
        min(e.booked_on) FILTER (WHERE e.kind IN ('received', 'carried')) AS booked_on
      FROM ${posted} LEFT JOIN bank_matches AS m ON m.id = e.source_id AND m.kind = 'reversal'
      WHERE e.record_kind = 'invoice' AND ${sqlPaysRecord} GROUP BY 1
    ) AS e JOIN payments AS p ON p.id = e.id CROSS JOIN company_info AS c
  ) AS v JOIN payments AS p ON p.id = v.id JOIN invoices AS i ON i.id = p.invoice_id
  WHERE v.vat <> v.due`;

const wrongKept = sql`
  SELECT 'Credit of ' || ${rand(sql`u.amount_cents`)} || ' that was kept on ' || ${dayText(sql`u.used_on`)}
    || ': the ledger has ' || ${rand(sql`coalesce(e.vat, 0)`)} || ' of VAT, it has ' || ${rand(sql`u.due`)}
  FROM (
    SELECT *, CASE WHEN reversed_at IS NULL THEN vat_cents ELSE 0 END AS due FROM credit_uses WHERE kind = 'other'
  ) AS u LEFT JOIN (
    SELECT e.source_id, ${vatOf} AS vat FROM ${posted} WHERE e.kind IN ('kept', 'use-undone') GROUP BY 1
  ) AS e ON e.source_id = u.id
  WHERE coalesce(e.vat, 0) <> u.due`;
