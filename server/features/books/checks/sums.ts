import { sql } from 'kysely';
import { formatRand } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BookCheck, BookFinding } from './check.ts';

/** All money that was received is somewhere. Money that was carried on is not received twice. */
export function sumCheck(): BookCheck {
  return {
    name: 'The sum',
    advice:
      'The checks of invoices, donations and payments say where to look. If they pass, have the database examined (docs/operations.md, Books).',
    run: compareSums,
  };
}

async function compareSums(db: Db): Promise<BookFinding> {
  const { rows } = await sql<Sums>`
    SELECT
      (SELECT coalesce(sum(amount_cents - CASE WHEN reported_elsewhere THEN counted_cents ELSE 0 END), 0)
        FROM payments WHERE reversed_at IS NULL AND source <> 'credit')::bigint AS received,
      (SELECT coalesce(sum(paid_cents), 0) FROM invoices)
        - ${elsewhere('invoice_id')} AS invoices,
      (SELECT coalesce(sum(paid_cents), 0) FROM donations)
        - ${elsewhere('donation_id')} AS donations,
      coalesce((SELECT sum(amount_cents) FROM credit_uses
        WHERE reversed_at IS NULL AND kind = 'refund'), 0) AS refunded,
      coalesce((SELECT sum(amount_cents) FROM credit_uses
        WHERE reversed_at IS NULL AND kind = 'other'), 0) AS other,
      (SELECT coalesce(sum(credit_cents), 0) FROM payments WHERE credit_cents > 0) AS "left",
      (SELECT coalesce(-sum(credit_cents), 0) FROM payments WHERE credit_cents < 0) AS owed`.execute(
    db,
  );
  const [sums] = rows;
  if (sums === undefined) throw new Error('a check without a result');
  const { received, invoices, donations, refunded, other, left, owed } = sums;
  const missing = received - invoices - donations - refunded - other - left + owed;
  const finding = `${text(received)} was received. ${text(invoices)} counts for invoices and ${text(donations)} for donations, ${text(refunded)} was refunded, ${text(other)} was used otherwise, ${text(left)} is left as credits${owed === 0 ? '' : `, and payers owe ${text(owed)} that was used and then went back`}.`;
  if (missing === 0) return { finding, rows: [], count: 0 };
  const row =
    missing > 0 ? `${text(missing)} is missing` : `${text(-missing)} is more than was received`;
  return { finding, rows: [row], count: 1 };
}

/** What an import brought of closed months, and that is not in these books. */
const elsewhere = (record: string) => sql`(SELECT coalesce(sum(counted_cents), 0) FROM payments
  WHERE reported_elsewhere AND reversed_at IS NULL AND ${sql.ref(record)} IS NOT NULL)`;

interface Sums {
  received: number;
  invoices: number;
  donations: number;
  refunded: number;
  other: number;
  left: number;
  owed: number;
}

const text = (cents: number) => formatRand(cents / 100);
