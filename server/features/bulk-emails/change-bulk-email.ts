import { randomUUID } from 'node:crypto';
import {
  bulkEmailTexts,
  type BulkEmail,
  type createBulkEmail as creating,
  updateBulkEmail as updating,
} from '#contract/bulk-emails/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import { attachmentBehind } from '#server/platform/files/attachments.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';
import { checkDraft } from './content/check-draft.ts';
import { auditBulkEmail } from './audit-bulk-email.ts';
import { readBulkEmail } from './queries.ts';

export async function createBulkEmail(
  ctx: Context,
  form: BodyOf<typeof creating>,
): Promise<BulkEmail> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const id = randomUUID();
    const { list, ...draft } = await checkDraft(db, { ...form, title: form.title ?? '' });
    await db
      .insertInto('bulk_emails')
      .values({
        id,
        communication_list_id: list.communicationListId,
        saved_search_id: list.savedSearchId,
        ...draft,
        is_appeal: form.isAppeal ?? false,
        attachment_id: await attachmentBehind(db, form.attachmentPath ?? ''),
        created_by: by?.userId ?? null,
        created_at: at,
      })
      .execute();
    const after = await readBulkEmail(db, id);
    await auditBulkEmail(inside, { action: 'createBulkEmail', after });
    return after;
  });
}

/** Only while Pending. An omitted field keeps its value, `null` clears it. product-rules 1.17, 9.5. */
export async function updateBulkEmail(
  ctx: Context,
  id: string,
  form: BodyOf<typeof updating>,
  ifMatch?: string,
): Promise<BulkEmail> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = await lockPending(db, id);
    assertNotStale(ifMatch, updating, before);
    const merged = {
      communicationListId: form.communicationListId ?? before.communicationListId,
      subject: form.subject ?? before.subject,
      title: form.title === undefined ? before.title : (form.title ?? ''),
      content: form.content ?? before.content,
    };
    const { list, ...draft } = await checkDraft(db, merged);
    const attachmentPath =
      form.attachmentPath === undefined ? before.attachmentPath : form.attachmentPath;
    await db
      .updateTable('bulk_emails')
      .set({
        communication_list_id: list.communicationListId,
        saved_search_id: list.savedSearchId,
        ...draft,
        is_appeal: form.isAppeal === undefined ? before.isAppeal : (form.isAppeal ?? false),
        attachment_id: await attachmentBehind(db, attachmentPath ?? ''),
      })
      .where('id', '=', id)
      .execute();
    const after = await readBulkEmail(db, id);
    await auditBulkEmail(inside, { action: 'updateBulkEmail', before, after });
    return after;
  });
}

export async function deleteBulkEmail(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const before = await lockPending(inside.db, id);
    await inside.db.deleteFrom('bulk_emails').where('id', '=', id).execute();
    await auditBulkEmail(inside, { action: 'deleteBulkEmail', before });
  });
}

/** Process locks the same row, so a concurrent change sees the bulk email as processed. */
async function lockPending(db: Db, id: string): Promise<BulkEmail> {
  const row = await db
    .selectFrom('bulk_emails')
    .select(['processing_at', 'completed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(bulkEmailTexts.notFound);
  if (row.completed_at !== null) throw conflict(bulkEmailTexts.locked);
  if (row.processing_at !== null) throw conflict(bulkEmailTexts.lockedNow);
  return readBulkEmail(db, id);
}
