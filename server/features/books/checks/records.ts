import { sql } from 'kysely';
import { failing, rand, type BookCheck } from './check.ts';

/** Each invoice is paid with what its payments count, and points to the latest of them. */
export function invoiceCheck(): BookCheck {
  return {
    name: 'Invoices',
    advice:
      'Compare the payments on the page of each invoice with the bank. Do not record anything for it. Have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, wrongRecords({ table: 'invoices', prefix: 'INV-' }), {
        ok: 'Every invoice is paid with the sum of its payments.',
        failed: 'Invoices and their payments do not agree:',
      }),
  };
}

export function donationCheck(): BookCheck {
  return {
    name: 'Donations',
    advice:
      'Compare the payments on the page of each donation with the bank. Do not record anything for it. Have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, wrongRecords({ table: 'donations', prefix: 'DON-' }), {
        ok: 'Every donation is received with the sum of its payments.',
        failed: 'Donations and their payments do not agree:',
      }),
  };
}

function wrongRecords({ table, prefix }: { table: 'invoices' | 'donations'; prefix: string }) {
  const [noted, counted] = [sql`r.paid_cents`, sql`coalesce(p.cents, 0)`];
  const isVoid = table === 'invoices' ? sql`r.voided_at IS NOT NULL` : sql`false`;
  return sql`
    SELECT ${sql.lit(prefix)} || zero_padded(r.number) || CASE
      WHEN ${noted} <> ${counted} THEN ': ' || ${rand(noted)} || ' is noted as paid, its payments count '
        || ${rand(counted)}
      WHEN ${isVoid} AND ${counted} > 0 THEN ': it is void, its payments count ' || ${rand(counted)}
      WHEN r.payment_id IS NULL THEN ': it is paid, and points to no payment'
      WHEN ${noted} <> r.amount_cents THEN ': it points to a payment, and is not paid'
      ELSE ': it does not point to the latest of its payments' END AS name
    FROM ${sql.table(table)} AS r
    LEFT JOIN (
      SELECT counts_for, sum(counted_cents) AS cents, max(paid_on) AS latest
      FROM payments WHERE counts_for IS NOT NULL GROUP BY counts_for
    ) AS p ON p.counts_for = r.id
    LEFT JOIN payments AS last ON last.id = r.payment_id
    WHERE ${noted} <> ${counted}
      OR ${isVoid} AND ${counted} > 0
      OR (r.payment_id IS NOT NULL) <> (${noted} = r.amount_cents)
      OR r.payment_id IS NOT NULL
        AND (last.counts_for IS DISTINCT FROM r.id OR last.paid_on IS DISTINCT FROM p.latest)`;
}
