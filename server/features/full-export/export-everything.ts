import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { fullExportTexts } from '#contract/full-export/endpoints.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { tryLock } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { downloadPause } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { watched } from '#server/platform/http/csv/send-list.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { writeExport } from './write-export.ts';

/** Streams everything from one snapshot, however much it is. One export at a time. product-rules 20.9. */
export async function exportEverything(ctx: Context): Promise<FileReply> {
  const name = `export-${dayOf(ctx.at)}.zip`;
  await recordExport(ctx, name);
  const pieces = piecesOf(ctx);
  // The first piece is made before the headers, so that a failure can still be an error reply.
  const first = await pieces.next();
  const bytes: Readable = Readable.from(
    watched(first, pieces, () => bytes.destroy(new Error('The download stood still.'))),
  );
  return { name, bytes, isDownload: true };
}

async function* piecesOf(ctx: Context): AsyncGenerator<Buffer, void> {
  const reading = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await assertOnlyOne(reading);
    // All rows will be read: plan for the last row, not for the first. Sorting all takes long.
    await sql`
      SET LOCAL cursor_tuple_fraction = 1;
      SET LOCAL statement_timeout = '15min';
      SET LOCAL idle_in_transaction_session_timeout = ${sql.lit(downloadPause)}`.execute(reading);
    yield* writeExport(reading, ctx.at);
  } finally {
    await reading.rollback().execute();
  }
}

/** Until the transaction ends. Another process counts too. */
async function assertOnlyOne(db: Db): Promise<void> {
  if (!(await tryLock(db, 'fullExport'))) throw conflict(fullExportTexts.running);
}

/** In a transaction of its own: what was exported stays recorded if the download breaks off. */
async function recordExport(ctx: Context, name: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, by } = inside;
    await assertOnlyOne(db);
    const { id } = await db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
    await recordEvent(inside, {
      kind: 'everythingExported',
      userId: by?.userId ?? null,
      detail: name,
    });
    await recordAudit(inside, { action: 'exportEverything', subject: 'companyInfo', id, name });
  });
}
