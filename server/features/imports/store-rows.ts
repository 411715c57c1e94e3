import { sql } from 'kysely';
import type { FileSettings } from '#contract/imports/mapping.ts';
import { badFileTexts } from '#contract/imports/file-texts.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/errors.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { partsOf } from './file-parts.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import type { FileRow } from '#server/platform/spreadsheets/file-settings.ts';
import { rowsApart } from '#server/platform/spreadsheets/read-file-apart.ts';
import { jobOf, lockImport, type StoredImport } from './lock-import.ts';
import { groupRows } from './group-rows.ts';
import { kindOf } from './kinds/kinds.ts';

/**
 * Reads the file into rows, in transactions of one batch: the import can be discarded between them. After a kill
 * it is read again from the start. A file that cannot be read gets its sentence.
 */
export async function storeRows(ctx: Context, id: string): Promise<void> {
  const stored = await beginReading(ctx, id);
  if (stored === null) return;
  try {
    await withPrivateFile(partsOf(ctx.db, id), ({ path }) => readInto(ctx, stored, path));
  } catch (error) {
    if (isDatabaseUnavailable(error) || error instanceof Refused) throw error;
    const isBad = error instanceof BadFileError;
    await ctx.db
      .updateTable('imports')
      .set({ state: 'uploaded', problem: isBad ? error.message : badFileTexts.notRead })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .execute();
    // The log has it.
    if (!isBad) throw error;
  }
}

function beginReading(ctx: Context, id: string): Promise<StoredImport | null> {
  return inTransaction(ctx, async (inside) => {
    const stored = await lockImport(inside, id);
    if (stored.state !== 'reading') return null;
    await inside.db.deleteFrom('import_rows').where('import_id', '=', id).execute();
    await inside.db.updateTable('imports').set({ total: 0 }).where('id', '=', id).execute();
    return stored;
  });
}

async function readInto(ctx: Context, stored: StoredImport, path: string): Promise<void> {
  const { id } = stored;
  const job = jobOf(stored);
  const { linksOf } = kindOf(stored.kind);
  const groups = groupRows();
  let count = 0;
  for await (const batch of rowsApart(path, stored.settings as unknown as FileSettings)) {
    const rows = batch.map((one): ReadRow => ({ ...one, isDecoration: isDecoration(one) }));
    for (const { row, cells, isDecoration } of rows) {
      if (!isDecoration) groups.add(row, linksOf(job, { row, cells }, ctx.at));
    }
    const isStored = await whileReading(ctx, id, count, ({ db }) => insert(db, id, rows));
    if (!isStored) return;
    count += batch.length;
  }
  await whileReading(ctx, id, count, async ({ db }) => {
    await link(db, id, groups.links());
    // Without statistics on the new rows, the planner expects one row, and reads all of them for each.
    await sql`ANALYZE import_rows`.execute(db);
    const read = { state: 'checking', attempts: 0 } as const;
    await db.updateTable('imports').set(read).where('id', '=', id).execute();
  });
}

const totalWords = /^(grand |sub-?)?tota(l|ls|al|le)( (members|lede|amount|bedrag))?:?$/i;

/** A row of a total, which has only numbers beside that word, or a line of dashes. */
function isDecoration({ cells }: FileRow): boolean {
  const [first, ...rest] = cells.filter((cell) => cell !== '');
  if (first !== undefined && totalWords.test(first))
    return rest.every((cell) => /^[R\d\s.,()+-]*$/.test(cell));
  return cells.every((cell) => /^[-=_*.\s]*$/.test(cell));
}

/** False if the import was discarded, or another process has begun to read it: it has another number of rows. */
function whileReading(
  ctx: Context,
  id: string,
  total: number,
  effect: (ctx: Context) => Promise<unknown>,
): Promise<boolean> {
  return inTransaction(ctx, async (inside) => {
    const { state, total: now } = await lockImport(inside, id);
    if (state !== 'reading' || now !== total) return false;
    await effect(inside);
    return true;
  });
}

interface ReadRow extends FileRow {
  isDecoration: boolean;
}

async function insert(db: Db, importId: string, batch: readonly ReadRow[]): Promise<void> {
  const rows = batch.map((one) => ({
    row_number: one.row,
    cells: one.cells,
    cell_problems: one.problems.length > 0 ? one.problems : null,
    ...(one.isDecoration
      ? { fate: 'same', sentence: importTexts.decoration }
      : { fate: null, sentence: '' }),
  }));
  await sql`
    INSERT INTO import_rows (import_id, row_number, main_row, cells, cell_problems, fate, sentence)
    SELECT ${importId}, row_number, row_number, cells, nullif(cell_problems, 'null'::jsonb), fate, sentence
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (row_number integer, cells text[], cell_problems jsonb, fate text, sentence text)`.execute(
    db,
  );
  await db
    .updateTable('imports')
    .set((row) => ({ total: row('total', '+', rows.length) }))
    .where('id', '=', importId)
    .execute();
}

/** Rows that belong to another row. */
async function link(db: Db, importId: string, links: { row: number; main: number }[]) {
  await sql`
    UPDATE import_rows AS r SET main_row = l.main
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l ("row" integer, main integer)
    WHERE r.import_id = ${importId} AND r.row_number = l."row"`.execute(db);
}
