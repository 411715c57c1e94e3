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
  /** Card payments of which PayFast has not said what it kept. Closed months of earlier versions do not count them. */
  unknown?: number;
  /** Of closed months, posted after they were closed. Those of card machines apart: an earlier version did not. */
  late: number;
  lateMachine?: number;
  /** The last day of which the list was read. Null if it never was. */
  coveredTo: Day | null;
}

type PostedFees = Required<Omit<CardFees, 'coveredTo' | 'unknown'>>;

export async function readCardFees(db: Db, first: Day, last: Day): Promise<PostedFees> {
  // A fee that a line itself has is given back with a chargeback of the machine, one of its own is kept of a settlement.
  // PayFast's are of messages and payouts.
  // OFFSET 0: by the source. Otherwise all lines are read.
  const isMachine = sql`(EXISTS (SELECT FROM bank_lines WHERE id = e.source_id OFFSET 0)
    OR EXISTS (SELECT FROM bank_matches WHERE id = e.source_id AND kind = 'kept-fee' OFFSET 0) OR EXISTS (
    SELECT FROM ledger_lines AS m WHERE m.entry_id = e.id AND m.account = 'cardMachine'))`;
  const { rows } = await sql<PostedFees>`
    SELECT coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day >= ${first} AND NOT ${isMachine}), 0)::bigint AS cents,
      coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day >= ${first} AND ${isMachine}), 0)::bigint AS machine,
      coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day < ${first} AND NOT ${isMachine}), 0)::bigint AS late,
      coalesce(sum(l.cents) FILTER (WHERE is_card_fee AND e.day < ${first} AND ${isMachine}), 0)::bigint AS "lateMachine",
      coalesce(sum(l.cents) FILTER (WHERE NOT is_card_fee), 0)::bigint AS kept
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    CROSS JOIN LATERAL (SELECT l.account = 'fees' AS is_card_fee) AS a
    WHERE e.booked_on BETWEEN ${first} AND ${last} AND (l.account = 'fees' OR l.account = 'charges'
      AND e.source_id IN (SELECT id FROM bank_matches WHERE kind = 'recorded'))`.execute(db);
  return rows[0] ?? { cents: 0, machine: 0, kept: 0, late: 0, lateMachine: 0 };
}

/** Card payments of these days whose fee neither their message nor PayFast's list says, such as one recorded by hand. */
export async function countUnknownFees(db: Db, first: Day, last: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT substr(external_reference, 9) AS provider_id FROM payments
      WHERE paid_on BETWEEN ${first} AND ${last} AND method = 'Credit Card' AND source <> 'credit'
        AND NOT reported_elsewhere
        -- PayFast keeps its fee of money that went back.
        AND (reversed_at IS NULL OR NOT is_test AND (source = 'payfast' OR returned_on IS NOT NULL))
    ) AS p
    WHERE NOT EXISTS (SELECT FROM card_notifications AS n
        WHERE n.provider_id = p.provider_id AND n.verdict IN ('settled', 'credit') AND n.fee_cents IS NOT NULL)
      AND NOT EXISTS (SELECT FROM provider_transactions AS t WHERE t.provider_id = p.provider_id AND t.gross_cents > 0 AND NOT t.is_test)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** `card`: what came by card, for months without that count. Cents. */
export const areUnknown = ({ cents, unknown }: CardFees, card: number): boolean =>
  unknown === undefined ? card !== 0 && cents === 0 : unknown > 0 && cents === 0;

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
