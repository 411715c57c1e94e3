import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What the imported statements of an account say. Cents. */
export interface BankFigures {
  id: string;
  name: string;
  /** Null if no statement has a balance. */
  opening: number | null;
  moneyIn: number;
  /** Negative. */
  moneyOut: number;
  closing: number | null;
}

/** The accounts with statements. Both balances come from statements, so the lines between them prove them. */
export async function readBank(db: Db, first: Day, last: Day): Promise<BankFigures[]> {
  const { rows } = await sql<BankFigures>`
    SELECT a.id, a.bank || ' ' || a.number AS name, ${balanceOn(sql`${first}::date - 1`)} AS opening,
      coalesce(l."moneyIn", 0) AS "moneyIn", coalesce(l."moneyOut", 0) AS "moneyOut",
      ${balanceOn(sql`${last}::date`)} AS closing
    FROM bank_accounts AS a CROSS JOIN LATERAL (
      SELECT sum(amount_cents) FILTER (WHERE amount_cents > 0)::bigint AS "moneyIn",
        sum(amount_cents) FILTER (WHERE amount_cents < 0)::bigint AS "moneyOut"
      FROM bank_lines WHERE account_id = a.id AND day BETWEEN ${first} AND ${last}
    ) AS l
    WHERE EXISTS (SELECT FROM bank_lines WHERE account_id = a.id AND day <= ${last})
    ORDER BY a.bank, a.number`.execute(db);
  return rows;
}

/** From the closing balance of the statement with the day, or of the last one before it, by the lines between. */
function balanceOn(day: ReturnType<typeof sql>) {
  const moved = (from: unknown, to: unknown) => sql`coalesce((SELECT sum(amount_cents)
    FROM bank_lines WHERE account_id = a.id AND day > ${from} AND day <= ${to}), 0)`;
  const ended = sql`FROM bank_statements AS s WHERE s.account_id = a.id AND s.state = 'imported'
    AND s.closing_cents IS NOT NULL`;
  return sql`coalesce(
    (SELECT s.closing_cents - ${moved(day, sql`s.to_day`)} ${ended} AND s.to_day >= ${day}
      AND s.from_day <= ${day} + 1 ORDER BY s.to_day LIMIT 1),
    (SELECT s.closing_cents + ${moved(sql`s.to_day`, day)} ${ended} AND s.to_day < ${day}
      ORDER BY s.to_day DESC LIMIT 1))::bigint`;
}
