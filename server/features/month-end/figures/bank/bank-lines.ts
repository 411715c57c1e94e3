import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Cents of bank lines; money out is negative. */
export interface BankLines {
  moneyIn: number;
  moneyOut: number;
  fees: number;
}

export const noLines: BankLines = { moneyIn: 0, moneyOut: 0, fees: 0 };

export const sumOf = ({ moneyIn, moneyOut, fees }: BankLines) => moneyIn + moneyOut + fees;

export function addLines(one: BankLines, other = noLines): BankLines {
  return {
    moneyIn: one.moneyIn + other.moneyIn,
    moneyOut: one.moneyOut + other.moneyOut,
    fees: one.fees + other.fees,
  };
}

export function changeOf(is = noLines, was = noLines): BankLines {
  return {
    moneyIn: is.moneyIn - was.moneyIn,
    moneyOut: is.moneyOut - was.moneyOut,
    fees: is.fees - was.fees,
  };
}

/** All lines from the first day to the last, by the id of the account. */
export async function readBankLines(
  db: Db,
  first: Day,
  last: Day,
): Promise<Record<string, BankLines>> {
  const { rows } = await sql<BankLines & { id: string }>`
    SELECT a.id, l.* FROM bank_accounts AS a CROSS JOIN LATERAL (
      SELECT ${moneyOf('in')} AS "moneyIn", ${moneyOf('out')} AS "moneyOut", sum(fee_cents)::bigint AS fees
      FROM bank_lines WHERE account_id = a.id AND day BETWEEN ${first} AND ${last} HAVING count(*) > 0
    ) AS l`.execute(db);
  return Object.fromEntries(rows.map(({ id, ...lines }) => [id, lines]));
}

export function moneyOf(way: 'in' | 'out') {
  const isOfWay = way === 'in' ? sql`amount_cents > 0` : sql`amount_cents < 0`;
  return sql`coalesce(sum(amount_cents) FILTER (WHERE ${isOfWay}), 0)::bigint`;
}
