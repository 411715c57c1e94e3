import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface CardFees {
  /** Of PayFast. In months that were closed by an earlier version, of card machines, too. */
  cents: number;
  /** What a card machine kept. */
  machine?: number;
  /** What Wise and other services kept of payments on their way to the bank. It is posted to bank charges. */
  kept?: number;
  /** Of closed months, posted after they were closed. */
  late: number;
  /** The last day of which the list was read. Null if it never was. */
  coveredTo: Day | null;
}

export async function readCardFees(
  db: Db,
  first: Day,
  last: Day,
): Promise<Required<Omit<CardFees, 'coveredTo'>>> {
  // A fee that a line itself has is given back with a chargeback of the machine. PayFast's are of messages and payouts.
  // OFFSET 0: by the source. Otherwise all lines are read.
  const isMachine = sql`(EXISTS (SELECT FROM bank_lines WHERE id = e.source_id OFFSET 0) OR EXISTS (
    SELECT FROM ledger_lines AS m WHERE m.entry_id = e.id AND m.account = 'cardMachine'))`;
  const { rows } = await sql<Required<Omit<CardFees, 'coveredTo'>>>`
    SELECT coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day >= ${first} AND NOT ${isMachine}), 0)::bigint AS cents,
      coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day >= ${first} AND ${isMachine}), 0)::bigint AS machine,
      coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day < ${first}), 0)::bigint AS late,
      coalesce(sum(l.cents) FILTER (WHERE NOT is_card_fee), 0)::bigint AS kept
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    CROSS JOIN LATERAL (SELECT l.account = 'fees' AS is_card_fee) AS a
    WHERE e.booked_on BETWEEN ${first} AND ${last} AND (l.account = 'fees' OR l.account = 'charges'
      AND e.source_id IN (SELECT id FROM bank_matches WHERE kind = 'recorded'))`.execute(db);
  return rows[0] ?? { cents: 0, machine: 0, kept: 0, late: 0 };
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
