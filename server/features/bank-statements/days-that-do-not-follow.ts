import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type BalancedLine, brokenBorders } from './balance-chain.ts';
import type { KeyedFile, NewLine } from './keyed-lines.ts';

/**
 * Days that do not begin as the day before ended, next to a day that the file and the account both have: a line
 * of it that was taken for a known one can be another.
 */
export async function daysThatDoNotFollow(
  db: Db,
  accountId: string,
  { file, added }: { file: KeyedFile; added: readonly NewLine[] },
): Promise<Day[]> {
  const inFile = [...file.days.keys()].toSorted();
  const [from, to] = [inFile.at(0), inFile.at(-1)];
  const { rows: stored } = await sql<BalancedLine & { day: Day }>`
    SELECT day, amount_cents AS "amountCents", fee_cents AS "feeCents", balance_cents AS "balanceCents"
    FROM bank_lines WHERE account_id = ${accountId}
      AND day >= coalesce((SELECT max(day) FROM bank_lines WHERE account_id = ${accountId} AND day < ${from}), ${from})
      AND day <= coalesce((SELECT min(day) FROM bank_lines WHERE account_id = ${accountId} AND day > ${to}), ${to})`.execute(
    db,
  );
  const both = new Set(stored.flatMap(({ day }) => (file.days.has(day) ? [day] : [])));
  const days = [...Map.groupBy([...stored, ...added], ({ day }) => day)].toSorted(
    ([one], [other]) => one.localeCompare(other),
  );
  return brokenBorders(days.map(([, lines]) => lines)).flatMap((at) => {
    const [before, day] = [days[at - 1]?.[0], days[at]?.[0]];
    return day !== undefined && before !== undefined && (both.has(day) || both.has(before))
      ? [day]
      : [];
  });
}
