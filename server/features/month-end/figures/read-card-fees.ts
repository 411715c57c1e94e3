import { sql } from 'kysely';
import { type Day, endOf, startOf } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface CardFees {
  cents: number;
  /** PayFast's list of transactions, its messages about payments, or the list and what is only in messages. */
  source: 'list' | 'messages' | 'both';
  /** Of closed months, which came after they were closed. */
  late: number;
  /** The last day of which the list was read. Null if it never was. */
  coveredTo: Day | null;
}

/** A payment can be in the list days after its message, so a message counts until it is. */
export async function readCardFees(
  db: Db,
  first: Day,
  last: Day,
): Promise<Pick<CardFees, 'cents' | 'source'>> {
  const [start, end] = [startOf(first), endOf(last)];
  const listed = await db
    .selectFrom('provider_transactions')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('fee_cents').as('cents'),
    ])
    .where('happened_at', '>=', start)
    .where('happened_at', '<', end)
    .where('is_test', '=', false)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ count: number; cents: number }>`
    SELECT count(*) AS count, coalesce(sum(cents), 0)::bigint AS cents FROM (
      SELECT max(n.fee_cents) AS cents FROM card_notifications AS n
      WHERE n.received_at >= ${start} AND n.received_at < ${end} AND n.verdict IN ('settled', 'credit')
        AND NOT EXISTS (SELECT FROM provider_transactions AS t
          WHERE t.provider_id = n.provider_id AND t.gross_cents > 0 AND NOT t.is_test)
      GROUP BY n.provider_id
    ) AS payments`.execute(db);
  const messages = rows[0] ?? { count: 0, cents: 0 };
  const source = messages.count > 0 ? 'both' : 'list';
  return {
    cents: messages.cents - (listed.cents ?? 0),
    source: listed.count > 0 ? source : 'messages',
  };
}

export async function readComparedTo(db: Db): Promise<Day | null> {
  const latest = await db
    .selectFrom('provider_comparisons')
    .select('to_day')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.to_day ?? null;
}
