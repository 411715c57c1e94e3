import { sql } from 'kysely';
import { sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
import type { TestApp } from '#test/support/app.ts';

const isMoney = sql`l.account IN ${sqlMoneyKinds}`;
const isIncome = sql`l.account IN ('membership', 'invoice', 'donation')`;

/** The entries of payments and credits, one row each, with the payment whose money it is. */
export const movements = sql`(
  SELECT e.id, e.kind, e.day, e.booked_on, coalesce(u.payment_id, m.payment_id, e.source_id) AS payment_id,
    e.record_kind, e.record_id,
    coalesce(sum(l.cents) FILTER (WHERE ${isMoney}), 0)::bigint AS money,
    coalesce(-sum(l.cents) FILTER (WHERE ${isIncome}), 0)::bigint AS income,
    coalesce(-sum(l.cents) FILTER (WHERE ${sqlPaysRecord}), 0)::bigint AS paid,
    coalesce(-sum(l.cents) FILTER (WHERE l.account = 'credits'), 0)::bigint AS credits,
    coalesce(-sum(l.cents) FILTER (WHERE l.account = 'kept'), 0)::bigint AS other,
    coalesce(sum(l.cents) FILTER (WHERE l.account = 'opening'), 0)::bigint AS opening
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  LEFT JOIN credit_uses AS u ON u.id = e.source_id LEFT JOIN bank_matches AS m ON m.id = e.source_id
  WHERE e.kind IN ('received', 'carried', 'released', 'undone', 'returned', 'refunded', 'kept', 'use-undone', 'brought')
  GROUP BY e.id, u.payment_id, m.payment_id)`;

interface MovementRow {
  kind: string;
  day: string;
  booked_on: string;
  income: number;
  credits: number;
}

/** What was posted of a payment and its credit, in the order of posting. */
export async function movementsOf({ db }: TestApp, paymentId: string): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    SELECT kind, day, booked_on, income, credits FROM ${movements} AS m
    WHERE payment_id = ${paymentId} ORDER BY id`.execute(db);
  return rows;
}

/** What is in the books on each day, without the days on which everything cancels out. */
export async function sumsOfBooks({ db }: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT booked_on, account, sum(cents)::bigint AS cents FROM (
      SELECT e.booked_on, l.account, l.cents
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      UNION ALL SELECT booked_on, 'owed', owed_cents FROM invoice_changes
    ) AS parts GROUP BY 1, 2 HAVING sum(cents) <> 0 ORDER BY 1, 2`.execute(db);
  return rows;
}
