import { sql } from 'kysely';
import type { ImportDetails, Obstacle } from '#contract/imports/endpoints.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict, Refused, sentences, violated } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { AppliedRow } from './kinds/import-kind.ts';
import { kindOf } from './kinds/kinds.ts';
import {
  findImport,
  jobOf,
  lockIdleImport,
  lockImport,
  type StoredImport,
  withOneBusy,
} from './lock-import.ts';
import { readImport } from './queries.ts';

const atATime = 500;
const mostShown = 100;

/** What prevents an undo. product-rules 20.7. */
export async function previewUndo(ctx: Context, id: string): Promise<Obstacle[]> {
  return obstaclesOf(ctx, await findImport(ctx, id), false);
}

/** Lets a worker take the import back. */
export async function undoImport(ctx: Context, id: string): Promise<ImportDetails> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return withOneBusy(ctx, async (inside) => {
    const { db, queue } = inside;
    const stored = await lockIdleImport(inside, id);
    if (stored.state !== 'imported') throw conflict(importTexts.notImported);
    if (stored.forgotten_at !== null) throw conflict(importTexts.isGone);
    const obstacles = await obstaclesOf(inside, stored, false);
    if (obstacles.length > 0) throw conflict(importTexts.prevented);
    await db
      .updateTable('imports')
      .set({ state: 'undoing', started_by: by.userId, problem: null })
      .where('id', '=', id)
      .execute();
    await queue.enqueue(db, 'continue-import', { importId: id });
    return readImport(db, id);
  });
}

/** If the database refuses it after all, the import stays, so that others can run. */
export async function takeBack(ctx: Context, id: string): Promise<void> {
  try {
    await undoAll(ctx, id);
  } catch (error) {
    if (violated(error) === undefined) throw error;
    await inTransaction(ctx, async (inside) => {
      const { state } = await lockImport(inside, id);
      if (state === 'undoing') await keep(inside, id);
    });
  }
}

async function keep({ db }: Context, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'imported', problem: importTexts.prevented })
    .where('id', '=', id)
    .execute();
}

/** One transaction: a kill in the middle leaves everything as it was, and it is done again. */
async function undoAll(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await allowLongStatements(db);
    const stored = await lockImport(inside, id);
    if (stored.state !== 'undoing') return;
    const job = jobOf(stored);
    const obstacles = await obstaclesOf(inside, stored, true);
    if (obstacles.length > 0) return keep(inside, id);
    const change = { action: 'undoImport', subject: 'import', id, name: stored.file_name } as const;
    await recordAudit({ ...inside, by: job.by }, change);
    // With this, and the entry, the database lets payments be deleted. Decision 73.
    await sql`SELECT set_config('imports.undoing', ${id}, true)`.execute(db);
    for await (const rows of appliedRows(db, id)) {
      await kindOf(stored.kind).undo({ ...inside, by: job.by }, job, rows);
    }
    await db
      .updateTable('imports')
      .set({ state: 'undone', undone_at: inside.at })
      .where('id', '=', id)
      .execute();
  });
}

async function obstaclesOf(
  ctx: Context,
  stored: StoredImport,
  locks: boolean,
): Promise<Obstacle[]> {
  const job = jobOf(stored);
  const obstacles: Obstacle[] = [];
  for await (const rows of appliedRows(ctx.db, stored.id)) {
    obstacles.push(...(await kindOf(stored.kind).findObstacles(ctx, job, rows, locks)));
    if (obstacles.length >= mostShown) break;
  }
  return obstacles.slice(0, mostShown);
}

/** The last first, as they were made. */
async function* appliedRows(db: Db, id: string): AsyncGenerator<AppliedRow[]> {
  let before = 2 ** 31 - 1;
  for (;;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row_number', 'record_id', 'undo'])
      .where('import_id', '=', id)
      .where('undo', 'is not', null)
      .where('row_number', '<', before)
      .orderBy('row_number', 'desc')
      .limit(atATime)
      .execute();
    if (rows.length === 0) return;
    before = rows.at(-1)?.row_number ?? 0;
    yield rows.map((row) => ({
      row: row.row_number,
      recordId: row.record_id ?? '',
      undo: row.undo ?? {},
    }));
  }
}
