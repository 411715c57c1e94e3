import { importDays } from '#contract/imports/endpoints.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteFile } from './file-parts.ts';

const day = 24 * 3_600_000;
const atATime = 20;

/**
 * Deletes the cells of old imports, because they are personal data. One that was never imported is discarded.
 * product-rules 20.8.
 */
export async function forgetImports({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('forgotten_at', 'is', null)
    .where('created_at', '<=', new Date(at.getTime() - importDays * day))
    .where('state', 'in', ['uploaded', 'checked', 'imported', 'undone', 'discarded'])
    .orderBy('created_at')
    .limit(atATime)
    .execute();
  for (const { id } of old) await inTransaction({ db, at }, (inside) => forget(inside, id));
}

async function forget({ db, at }: Pick<Context, 'db' | 'at'>, id: string): Promise<void> {
  const stored = await db
    .selectFrom('imports')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isOpen = stored.state === 'uploaded' || stored.state === 'checked';
  await db
    .updateTable('imports')
    .set({ sample: null, forgotten_at: at, ...(isOpen && { state: 'discarded' }) })
    .where('id', '=', id)
    .execute();
  await deleteFile(db, id);
  if (isOpen) {
    await db.deleteFrom('import_rows').where('import_id', '=', id).execute();
    return;
  }
  await db
    .updateTable('import_rows')
    .set({ cells: null, cell_problems: null, sentence: '', undo: null })
    .where('import_id', '=', id)
    .execute();
}

/** Queues the imports whose job was lost, for example when a backup was restored. */
export async function continueLost({ db, queue }: Pick<Context, 'db' | 'queue'>): Promise<void> {
  const busy = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['reading', 'checking', 'importing', 'undoing'])
    .execute();
  const jobs = busy.map(({ id }) => ({ importId: id }));
  await queue.enqueueMissing(db, 'continue-import', jobs);
}
