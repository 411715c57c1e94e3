import { sql } from 'kysely';
import { type ClosedChoice, getImport, type ImportDetails } from '#contract/imports/endpoints.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { FileRow } from './kinds/import-kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { jobOf, lockOpenImport, withOneBusy } from './lock-import.ts';
import { readImport } from './queries.ts';

const atATime = 1000;

/** Lets a worker import the rows that were checked, without mail. product-rules 20.5. */
export async function startImport(
  ctx: Context,
  id: string,
  closedMonths: ClosedChoice | null = null,
  ifMatch?: string,
): Promise<ImportDetails> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return withOneBusy(ctx, async (inside) => {
    const { db, queue } = inside;
    const stored = await lockOpenImport(inside, id);
    if (stored.state !== 'checked') throw conflict(importTexts.notChecked);
    // Another administrator may have chosen other columns since the question. Parsed, as replies are.
    assertNotStale(ifMatch, getImport, getImport.reply.parse(await readImport(db, id)));
    if (stored.closed_rows > 0 && closedMonths === null) {
      throw badField('closedMonths', importTexts.chooseClosed);
    }
    const rest = await db
      .selectFrom('import_rows as r')
      .innerJoin('import_rows as main', (join) =>
        join
          .onRef('main.import_id', '=', 'r.import_id')
          .onRef('main.row_number', '=', 'r.main_row'),
      )
      .where('r.import_id', '=', id)
      .where('main.fate', 'in', ['new', 'change'])
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    if (rest.count === 0) throw conflict(importTexts.nothingNew);
    await kindOf(stored.kind).begin?.(inside, jobOf(stored), newRows(db, id));
    await db
      .updateTable('imports')
      .set({
        state: 'importing',
        closed_months: stored.closed_rows > 0 ? closedMonths : null,
        started_by: by.userId,
        reached: 0,
        done: stored.total - rest.count,
      })
      .where('id', '=', id)
      .execute();
    await queue.enqueue(db, 'continue-import', { importId: id });
    return readImport(db, id);
  });
}

async function* newRows(db: Db, id: string): AsyncGenerator<FileRow[]> {
  let behind = 0;
  for (;;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row_number', 'cells'])
      .where('import_id', '=', id)
      .where('fate', '=', 'new')
      .where('row_number', '>', behind)
      .orderBy('row_number')
      .limit(atATime)
      .execute();
    if (rows.length === 0) return;
    behind = rows.at(-1)?.row_number ?? behind;
    yield rows.map(({ row_number, cells }) => ({ row: row_number, cells: cells ?? [] }));
  }
}
