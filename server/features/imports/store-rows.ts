import { sql } from 'kysely';
import type { FileSettings } from '#contract/imports/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { partsOf, withTemporaryFile } from './file-parts.ts';
import { BadFileError } from './files/bad-file.ts';
import type { CellProblem } from './files/file-settings.ts';
import { readRows } from './files/read-rows.ts';
import { jobOf, lockImport, type StoredImport } from './lock-import.ts';
import { groupRows } from './group-rows.ts';
import { kindOf } from './kinds/kinds.ts';

const atATime = 500;

/**
 * Reads the file into rows, in one transaction: after a kill it is read again from the start. A file that
 * cannot be read gets its sentence.
 */
export async function storeRows(ctx: Context, id: string): Promise<void> {
  try {
    await inTransaction(ctx, async (inside) => {
      const stored = await lockImport(inside, id);
      if (stored.state !== 'reading') return;
      await inside.db.deleteFrom('import_rows').where('import_id', '=', id).execute();
      const total = await withTemporaryFile(partsOf(inside.db, id), (path) =>
        readInto(inside, stored, path),
      );
      await inside.db
        .updateTable('imports')
        .set({ state: 'checking', total })
        .where('id', '=', id)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof BadFileError)) throw error;
    await ctx.db
      .updateTable('imports')
      .set({ state: 'uploaded', problem: error.message })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .execute();
  }
}

async function readInto({ db, at }: Context, stored: StoredImport, path: string): Promise<number> {
  const job = jobOf(stored);
  const { linksOf } = kindOf(stored.kind);
  const groups = groupRows();
  const settings = stored.settings as unknown as FileSettings;
  let total = 0;
  let batch: NewRow[] = [];
  for await (const { row, cells, problems } of readRows(path, settings)) {
    groups.add(row, linksOf(job, { row, cells }, at));
    batch.push({ row_number: row, cells, cell_problems: problems.length > 0 ? problems : null });
    total += 1;
    if (batch.length < atATime) continue;
    await insert(db, stored.id, batch);
    batch = [];
  }
  await insert(db, stored.id, batch);
  await link(db, stored.id, groups.links());
  // Without statistics on the new rows, the planner expects one row, and reads all of them for each.
  await sql`ANALYZE import_rows`.execute(db);
  return total;
}

interface NewRow {
  row_number: number;
  cells: string[];
  cell_problems: CellProblem[] | null;
}

async function insert(db: Db, importId: string, rows: NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO import_rows (import_id, row_number, main_row, cells, cell_problems)
    SELECT ${importId}, row_number, row_number, cells, nullif(cell_problems, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (row_number integer, cells text[], cell_problems jsonb)`.execute(db);
}

/** Rows that belong to another row. */
async function link(db: Db, importId: string, links: { row: number; main: number }[]) {
  await sql`
    UPDATE import_rows AS r SET main_row = l.main
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l ("row" integer, main integer)
    WHERE r.import_id = ${importId} AND r.row_number = l."row"`.execute(db);
}
