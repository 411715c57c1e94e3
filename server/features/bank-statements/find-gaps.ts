import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
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
 * after: a statement between them is missing. Without balances, says which days are missing. A day that both have is compared by its lines.
 */
export async function findGaps(db: Db, accountId: string, file: Figures): Promise<string[]> {
  const { from, to, openingCents, closingCents } = file;
  const { rows } = await sql<Neighbour>`
    WITH others AS (
      SELECT *, from_day = to_day AS is_of_one_day FROM bank_statements
      WHERE account_id = ${accountId} AND state = 'imported'
    ),
    before AS (
      SELECT to_day AS day, closing_cents AS cents, source, balance FROM others AS o
      WHERE to_day < ${from}
        AND NOT EXISTS (SELECT FROM others WHERE from_day <= ${from} AND to_day >= ${from})
      -- Of the parts of a day, the last one.
      ORDER BY to_day DESC, EXISTS (SELECT FROM others AS n WHERE n.id <> o.id AND n.is_of_one_day
        AND n.to_day = o.to_day AND n.opening_cents = o.closing_cents), created_at DESC LIMIT 1
    ),
    after AS (
      SELECT from_day AS day, opening_cents AS cents, source, balance FROM others AS o
      WHERE from_day > ${to}
        AND NOT EXISTS (SELECT FROM others WHERE to_day >= ${to} AND from_day <= ${to})
      ORDER BY from_day, EXISTS (SELECT FROM others AS n WHERE n.id <> o.id AND n.is_of_one_day
        AND n.from_day = o.from_day AND n.closing_cents = o.opening_cents), created_at DESC LIMIT 1
    )
    SELECT true AS "isBefore", * FROM before UNION ALL SELECT false, * FROM after`.execute(db);
  return rows.flatMap((other) => {
    const cents = other.isBefore ? openingCents : closingCents;
    if (!isProved(other) || !isProved(file) || cents === null || other.cents === null) {
      return missingDays(file, other);
    }
    if (cents === other.cents) return [];
    const sentence = other.isBefore ? bankTexts.gapBefore : bankTexts.gapAfter;
    return [sentence(formatDay(other.day), other.cents / 100, cents / 100)];
  });
}

/** The closing balance of an OFX file is that of the moment of the download. */
function isProved({ source, balance }: Pick<Neighbour, 'source' | 'balance'>): boolean {
  return source !== 'ofx' && balance !== 'failed';
}

/** A file may begin with its first line: a long weekend without movements is nothing. */
const mostQuietDays = 4;

/** Without balances, only the days tell. */
function missingDays({ from, to }: Figures, other: Neighbour): string[] {
  const [first, last] = other.isBefore ? [other.day, from] : [to, other.day];
  if (addDays(first, mostQuietDays) >= last) return [];
  return [bankTexts.missingDays(formatDay(addDays(first, 1)), formatDay(addDays(last, -1)))];
}

interface Neighbour {
  isBefore: boolean;
  day: Day;
  cents: number | null;
  source: string;
  balance: string;
}
