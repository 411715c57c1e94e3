import { sql } from 'kysely';
import { matchTexts, type NamedLine } from '#contract/bank-matching/texts.ts';
import type { LineState } from '#contract/bank-statements/layouts.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { daysOfFirst } from './certain-lines.ts';
import { loadWorlds } from './suggestions/load-worlds.ts';
import { reasons } from './suggestions/reasons.ts';
import { suggest } from './suggestions/suggest.ts';
import type { LineSuggestion, OpenLine } from './suggestions/world.ts';

/** A line as it is stored. */
export interface StoredLine extends OpenLine {
  statementId: string;
  fileName: string;
  state: LineState;
}

export function lineRows(db: Db) {
  return db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_statements as s', 's.id', 'l.statement_id')
    .select(['l.id', 'l.account_id', 'l.statement_id', 'l.day', 'l.amount_cents', 'l.booked_cents'])
    .select(['l.text', 'l.reference', 'l.state', 's.file_name', 's.currency']);
}

type Row = Awaited<ReturnType<ReturnType<typeof lineRows>['executeTakeFirstOrThrow']>>;

export function lineOf(row: Row): StoredLine {
  const { amount_cents, booked_cents, currency } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    statementId: row.statement_id,
    fileName: row.file_name,
    day: row.day,
    isOut: amount_cents < 0,
    amountCents: Math.abs(amount_cents),
    openCents: Math.abs(amount_cents) - booked_cents,
    text: row.text,
    reference: row.reference,
    isRand: currency === null || currency === 'ZAR',
    state: row.state as LineState,
  };
}

/** As the sentences name it. */
export function namedLine({ day, isOut, amountCents }: StoredLine): NamedLine {
  return { day, rand: (isOut ? -amountCents : amountCents) / 100 };
}

/** In the order of the ids. */
export async function readLines(db: Db, ids: readonly string[]): Promise<StoredLine[]> {
  if (ids.length === 0) return [];
  const rows = await lineRows(db).where('l.id', 'in', ids).execute();
  const lines = new Map(rows.map((row) => [row.id, lineOf(row)]));
  return ids.flatMap((id) => lines.get(id) ?? []);
}

/** Locks the line until the transaction ends. Records are locked before lines. Decision 75. */
export async function lockLine(db: Db, id: string): Promise<StoredLine> {
  await db.selectFrom('bank_lines').select('id').where('id', '=', id).forUpdate().execute();
  const [line] = await readLines(db, [id]);
  if (line === undefined) throw notFound(matchTexts.notFound);
  return line;
}

/** The suggestions for the open ones of the lines, by line. Of certain lines for one record only the first is certain. */
export async function suggestFor(
  ctx: Pick<Context, 'db' | 'at'>,
  lines: readonly StoredLine[],
): Promise<Map<string, LineSuggestion[]>> {
  const alone = await suggestAlone(ctx, lines);
  const certain = [...alone].filter(([, [best]]) => best?.certainty === 'certain');
  const days = await daysOfFirst(
    ctx.db,
    certain.map(([id]) => id),
  );
  for (const [id, [best, ...others]] of certain) {
    const day = days.get(id);
    if (best === undefined || day === undefined) continue;
    const why = [...best.why, reasons.sameRecord(day)];
    alone.set(id, [{ ...best, certainty: 'likely', why }, ...others]);
  }
  return alone;
}

/** As if no other line were open for the same record. */
export async function suggestAlone(
  ctx: Pick<Context, 'db' | 'at'>,
  lines: readonly StoredLine[],
): Promise<Map<string, LineSuggestion[]>> {
  const judged = await judge(ctx, lines);
  return new Map(judged.map(({ id, suggestions }) => [id, suggestions]));
}

/** What a locked line may be, and the words by which its payer is known. */
export async function judgeLocked(ctx: Context, line: StoredLine) {
  const [judged] = await judge(ctx, [line]);
  return judged ?? { suggestions: [], payerKey: null };
}

async function judge(ctx: Pick<Context, 'db' | 'at'>, lines: readonly StoredLine[]) {
  const open = lines.filter(({ state }) => state === 'open');
  return (await loadWorlds(ctx, open)).map(({ line, world, reading }) => ({
    id: line.id,
    suggestions: suggest(line, world, reading),
    payerKey: reading.payerKey,
  }));
}

/** Stores how sure the suggestions are, for filters and counts. A line that is being booked is left out. */
export async function storeCertainties(
  { db, at }: Pick<Context, 'db' | 'at'>,
  suggestions: ReadonlyMap<string, readonly LineSuggestion[]>,
): Promise<void> {
  const judged = [...suggestions].map(([id, [best]]) => ({
    id,
    certainty: best?.certainty ?? 'none',
    records:
      best?.certainty === 'certain' ? best.parts.flatMap(({ record }) => record?.id ?? []) : [],
  }));
  if (judged.length === 0) return;
  await sql`
    UPDATE bank_lines AS l SET certainty = j.certainty, certain_records = j.records, judged_at = ${at}
    FROM jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      AS j (id uuid, certainty text, records uuid[])
    WHERE l.id = j.id AND l.id IN (
      SELECT b.id FROM bank_lines AS b
      WHERE b.id = ANY (${judged.map(({ id }) => id)}::uuid[]) AND b.state = 'open'
      FOR UPDATE SKIP LOCKED)`.execute(db);
}
