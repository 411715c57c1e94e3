import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

export type BookingEvent =
  | 'issued'
  | 'changed'
  | 'voided'
  | 'deleted'
  | 'received'
  | 'carried'
  | 'kept'
  | 'undone'
  | 'refunded'
  | 'dealt-with'
  | 'use-undone';

export type IncomeKind = 'membership' | 'invoice' | 'donation';

/** Bookings of one kind, added up. Cents. */
export interface Movement {
  event: BookingEvent;
  kind: IncomeKind | null;
  /** The name of the member type, of a membership fee. */
  type: string | null;
  method: string | null;
  /** The money came before, and was a credit. */
  isFromCredit: boolean;
  /** Its true day is in an earlier month, which was closed. */
  isLate: boolean;
  count: number;
  money: number;
  income: number;
  credits: number;
  other: number;
  owed: number;
  /** VAT within the income, and within what is owed. */
  incomeVat: number;
  owedVat: number;
}

export async function readMovements(db: Db, first: Day, last: Day): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    SELECT b.event, b.income_kind AS kind,
      CASE b.income_kind WHEN 'membership' THEN coalesce(t.name, 'Former member type') END AS type,
      b.method,
      b.event = 'carried' OR (b.event = 'undone' AND b.money_cents = 0) AS "isFromCredit",
      b.day < ${first}::date AS "isLate", count(*) AS count,
      sum(b.money_cents) AS money, sum(b.income_cents) AS income, sum(b.credits_cents) AS credits,
      sum(b.other_cents) AS other, sum(b.owed_cents) AS owed,
      ${vatWithin('income_cents')} AS "incomeVat", ${vatWithin('owed_cents')} AS "owedVat"
    FROM bookings AS b LEFT JOIN member_types AS t ON t.id = b.member_type_id
    WHERE b.booked_on BETWEEN ${first} AND ${last}
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

/** As `vatWithin` of the contract computes it, for each booking. */
function vatWithin(column: string) {
  const [cents, percent] = [sql.ref(`b.${column}`), sql.ref('b.vat_percent')];
  return sql`coalesce(sum(round(${cents} * ${percent}::numeric / (100 + ${percent}))), 0)::bigint`;
}

export async function readDonationCount(db: Db, first: Day, last: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM bookings WHERE booked_on BETWEEN ${first} AND ${last} AND donation_id IS NOT NULL
      GROUP BY donation_id HAVING sum(income_cents) > 0
    ) AS donations`.execute(db);
  return rows[0]?.count ?? 0;
}
