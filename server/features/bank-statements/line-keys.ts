import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { normalText } from './files/bank-values.ts';
import type { StatementLine } from './files/statement.ts';

/** A line with what makes it the same line in another file. */
export interface KeyedLine extends StatementLine {
  normalText: string;
  /** The second of two equal lines of a day is 2. */
  occurrence: number;
}

/** Shorter numbers only count the lines of one file. */
const shortestNumber = 6;

/**
 * A line is the same by day, amount, text, and how often these occur on the day. The numbers of banks are used beside it,
 * and only if the file has no number twice. Decision 67.
 */
export function keyLines(lines: readonly StatementLine[]): {
  lines: KeyedLine[];
  repeatsNumbers: boolean;
} {
  const seen = new Map<string, number>();
  const numbers = lines.flatMap(({ bankNumber }) => bankNumber ?? []);
  const repeatsNumbers = new Set(numbers).size < numbers.length;
  const keyed = lines.map((line): KeyedLine => {
    const normal = normalText(line.text);
    const key = `${line.day}\t${line.amountCents}\t${normal}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    const isUsable = !repeatsNumbers && (line.bankNumber?.length ?? 0) >= shortestNumber;
    return {
      ...line,
      bankNumber: isUsable ? line.bankNumber : null,
      normalText: normal,
      occurrence,
    };
  });
  return { lines: keyed, repeatsNumbers };
}

/** The lines as rows `l` of a statement. */
export function linesAsRows(lines: readonly KeyedLine[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (
    id uuid, "row" integer, day date, "amountCents" bigint, "feeCents" bigint, text text,
    reference text, kind text, "normalText" text, occurrence integer, "balanceCents" bigint,
    "bankNumber" text)`;
}

/** Whether the bank's number says that the line `l` is here, under another text. */
export function hasNumber(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM bank_lines AS b
    WHERE b.account_id = ${accountId} AND b.bank_number = l."bankNumber"
      AND b.day = l.day AND b.amount_cents = l."amountCents")`;
}

const atATime = 1000;

export interface Comparison {
  known: number;
  /** Rows whose number belongs to a line with another day or amount. */
  conflicts: number[];
}

/** How many of the lines are here already. */
export async function compareLines(
  db: Db,
  accountId: string,
  lines: readonly KeyedLine[],
): Promise<Comparison> {
  const result: Comparison = { known: 0, conflicts: [] };
  for (let at = 0; at < lines.length; at += atATime) {
    const rows = linesAsRows(lines.slice(at, at + atATime));
    const { rows: compared } = await sql<{ known: number; conflicts: number[] }>`
      SELECT count(*) FILTER (WHERE is_known) AS known,
        coalesce(array_agg("row" ORDER BY "row")
          FILTER (WHERE NOT is_known AND has_conflict), '{}') AS conflicts
      FROM (
        SELECT l."row",
          ${hasNumber(accountId)} OR EXISTS (
            SELECT FROM bank_lines AS b
            WHERE b.account_id = ${accountId} AND b.day = l.day
              AND b.amount_cents = l."amountCents" AND b.normal_text = l."normalText"
              AND b.occurrence = l.occurrence) AS is_known,
          EXISTS (
            SELECT FROM bank_lines AS b
            WHERE b.account_id = ${accountId} AND b.bank_number = l."bankNumber") AS has_conflict
        FROM ${rows}) AS compared`.execute(db);
    result.known += compared[0]?.known ?? 0;
    result.conflicts.push(...(compared[0]?.conflicts ?? []));
  }
  return result;
}
