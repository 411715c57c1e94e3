import { sql } from 'kysely';
import { type Day, endOf } from '#contract/days.ts';
import { type OpenItem, openKinds } from '#contract/month-end/open-items.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { isWaitingProof } from '#server/features/proofs/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What waits now, of days up to this one. Each kind is read from an index of what is open. product-rules 24.3. */
export async function readStillOpen(db: Db, last: Day): Promise<OpenItem[]> {
  const { rows } = await sql<{ kind: OpenItem['kind']; count: number; cents: number }>`
    -- MATERIALIZED: read from the index of those that wait, not by invoice. An invoice may have several.
    WITH proofs AS MATERIALIZED (SELECT p.invoice_id FROM payment_proofs AS p
      WHERE ${isWaitingProof} AND p.received_at < ${endOf(last)})
    SELECT CASE WHEN l.amount_cents < 0 THEN 'moneyOut' ELSE 'moneyIn' END AS kind, count(*) AS count,
      sum(abs(l.amount_cents) - l.booked_cents)::bigint AS cents
    FROM bank_lines AS l JOIN bank_statements AS s ON s.id = l.statement_id
    WHERE l.state = 'open' AND l.day <= ${last} AND coalesce(s.currency, 'ZAR') = 'ZAR' GROUP BY 1
    UNION ALL SELECT 'credits', count(*), coalesce(sum(credit_cents), 0)::bigint
    FROM payments WHERE credit_cents > 0 AND paid_on <= ${last}
    UNION ALL SELECT 'returned', count(*), coalesce(-sum(credit_cents), 0)::bigint
    FROM payments WHERE credit_cents < 0 AND paid_on <= ${last}
    UNION ALL SELECT 'cardMessages', count(*), coalesce(sum(amount_cents), 0)::bigint
    FROM card_notifications WHERE next_attempt_at IS NOT NULL AND received_at < ${endOf(last)}
    UNION ALL SELECT 'proofs', (SELECT count(*) FROM proofs), coalesce(sum(amount_cents - paid_cents), 0)::bigint
    FROM invoices WHERE id IN (SELECT invoice_id FROM proofs) AND ${whereOpen('invoices')}`.execute(
    db,
  );
  return openKinds.flatMap((kind) => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined || row.count === 0
      ? []
      : [{ kind, count: row.count, amount: row.cents / 100 }];
  });
}
