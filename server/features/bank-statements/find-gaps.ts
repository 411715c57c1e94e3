import { sql } from 'kysely';
import { type Day, formatDay } from '#contract/days.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ReadStatement } from './files/statement.ts';

type Figures = Pick<
  ReadStatement,
  'source' | 'balance' | 'from' | 'to' | 'openingCents' | 'closingCents'
>;

/**
 * Says if the balance before the file is not that at the end of the statement before, and the same for the one
 * after: a statement between them is missing. A day that both have is compared by its lines.
 */
export async function findGaps(db: Db, accountId: string, file: Figures): Promise<string[]> {
  const { source, balance, from, to, openingCents, closingCents } = file;
  // The closing balance of an OFX file is that of the moment of the download.
  if (source === 'ofx' || balance === 'failed') return [];
  const { rows } = await sql<Neighbour>`
    WITH others AS (
      SELECT *, from_day = to_day AS is_of_one_day FROM bank_statements
      WHERE account_id = ${accountId} AND state = 'imported'
    ),
    before AS (
      SELECT to_day AS day, closing_cents AS cents, source, balance FROM others AS o
      WHERE to_day < ${from}
        AND NOT EXISTS (SELECT FROM others WHERE from_day < ${from} AND to_day >= ${from})
      -- Of the parts of a day, the last one.
      ORDER BY to_day DESC, EXISTS (SELECT FROM others AS n WHERE n.id <> o.id AND n.is_of_one_day
        AND n.to_day = o.to_day AND n.opening_cents = o.closing_cents), created_at DESC LIMIT 1
    ),
    after AS (
      SELECT from_day AS day, opening_cents AS cents, source, balance FROM others AS o
      WHERE from_day > ${to}
        AND NOT EXISTS (SELECT FROM others WHERE to_day > ${to} AND from_day <= ${to})
      ORDER BY from_day, EXISTS (SELECT FROM others AS n WHERE n.id <> o.id AND n.is_of_one_day
        AND n.from_day = o.from_day AND n.closing_cents = o.opening_cents), created_at DESC LIMIT 1
    )
    SELECT true AS "isBefore", * FROM before UNION ALL SELECT false, * FROM after`.execute(db);
  return rows.flatMap((other) => {
    const cents = other.isBefore ? openingCents : closingCents;
    const isKnown = other.source !== 'ofx' && other.balance !== 'failed';
    if (!isKnown || cents === null || other.cents === null || cents === other.cents) return [];
    const sentence = other.isBefore ? bankTexts.gapBefore : bankTexts.gapAfter;
    return [sentence(formatDay(other.day), other.cents / 100, cents / 100)];
  });
}

interface Neighbour {
  isBefore: boolean;
  day: Day;
  cents: number | null;
  source: string;
  balance: string;
}
