import type { Selectable } from 'kysely';
import type { ImportKind } from '#contract/imports/columns.ts';
import { isBusy, type ImportState } from '#contract/imports/endpoints.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound, violated } from '#server/errors.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ImportJob } from './kinds/import-kind.ts';

export type StoredImport = Omit<Selectable<Tables['imports']>, 'state' | 'kind'> & {
  state: ImportState;
  kind: ImportKind;
};

export async function findImport({ db }: Context, id: string): Promise<StoredImport> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(importTexts.notFound);
  return row as StoredImport;
}

/** Locks the import until the transaction ends, so that one process at a time continues it. */
export async function lockImport(ctx: Context, id: string): Promise<StoredImport> {
  const row = await findLocked(ctx, id);
  if (row === undefined) throw notFound(importTexts.notFound);
  return row;
}

export async function findLocked({ db }: Context, id: string): Promise<StoredImport | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as StoredImport | undefined;
}

/** Locks an import that no process works on. */
export async function lockIdleImport(ctx: Context, id: string): Promise<StoredImport> {
  const stored = await lockImport(ctx, id);
  if (isBusy(stored.state)) throw conflict(importTexts.isBusy);
  return stored;
}

/** Locks an import that can still be changed: it was not started, and has its file. */
export async function lockOpenImport(ctx: Context, id: string): Promise<StoredImport> {
  const stored = await lockImport(ctx, id);
  assertOpen(stored);
  return stored;
}

export function assertOpen(stored: StoredImport): void {
  if (isBusy(stored.state)) throw conflict(importTexts.isBusy);
  if (stored.state === 'imported') throw conflict(importTexts.alreadyDone);
  if (stored.state !== 'uploaded' && stored.state !== 'checked') {
    throw conflict(importTexts.isGone);
  }
}

/** Lets a worker begin. The database refuses a second import that is busy. */
export async function withOneBusy<T>(ctx: Context, effect: (ctx: Context) => Promise<T>) {
  try {
    return await inTransaction(ctx, effect);
  } catch (error) {
    throw violated(error) === 'imports_one_busy' ? conflict(importTexts.otherBusy) : error;
  }
}

export function jobOf(stored: StoredImport): ImportJob {
  const { id, file_name, mapping, started_by, created_by, closed_months } = stored;
  return {
    id,
    fileName: file_name,
    mapping: mapping as unknown as ImportMapping,
    closedMonths: closed_months,
    by: { userId: started_by ?? created_by, role: 'Admin', sessionId: '', memberId: null },
  };
}
