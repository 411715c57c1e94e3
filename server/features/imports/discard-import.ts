import { isBeforeImport } from '#contract/imports/endpoints.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteFile } from './file-parts.ts';
import { assertOpen, lockImport } from './lock-import.ts';

/** Deletes the file and the rows of an import that was not started. A worker that reads or checks them stops. The batch stays on the list. */
export async function discardImport(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const stored = await lockImport(inside, id);
    if (!isBeforeImport(stored.state)) assertOpen(stored);
    const { file_name } = stored;
    await db
      .updateTable('imports')
      .set({ state: 'discarded', sample: null, forgotten_at: at })
      .where('id', '=', id)
      .execute();
    await deleteFile(db, id);
    await db.deleteFrom('import_rows').where('import_id', '=', id).execute();
    await recordAudit(inside, { action: 'discardImport', subject: 'import', id, name: file_name });
  });
}
