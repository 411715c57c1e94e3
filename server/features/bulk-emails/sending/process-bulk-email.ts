import { sql } from 'kysely';
import {
  bulkEmailTexts,
  type BulkEmail,
  updateBulkEmail,
} from '#contract/bulk-emails/endpoints.ts';
import { isSuppressed, joinSuppressions } from '#server/features/communication/address-hash.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { conflict, notFound, Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { checkDraft } from '../content/check-draft.ts';
import { auditBulkEmail } from '../audit-bulk-email.ts';
import { readBulkEmail } from '../queries.ts';
import { findRecipientList } from '../recipient-list.ts';
import { recipientsOf } from './audience.ts';

/**
 * Stores the recipients, one row per address. Then the workers send. A concurrent call waits for the
 * row lock and is refused, because the bulk email is already processed. So is one that has changed since the
 * administrator saw it. product-rules 9.4.
 */
export async function processBulkEmail(
  ctx: Context,
  id: string,
  ifMatch?: string,
): Promise<BulkEmail> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    await allowLongStatements(db);
    const row = await db
      .selectFrom('bulk_emails')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notFound(bulkEmailTexts.notFound);
    if (row.processing_at !== null) throw conflict(bulkEmailTexts.already);
    assertNotStale(ifMatch, updateBulkEmail, await readBulkEmail(db, id));
    const listId = row.saved_search_id ?? row.communication_list_id;
    const list = await findRecipientList(db, listId);
    if (list === undefined) throw new Refused('badInput', bulkEmailTexts.noList);
    // The list's replacement values may have changed since the draft was saved.
    await checkDraft(db, { communicationListId: listId, ...row });
    const aimed = { ...list, isAppeal: row.is_appeal };
    await sql`
      INSERT INTO bulk_recipients
        (bulk_email_id, email, name, replacements, suppressed_at, answer)
      SELECT ${id}, p.email, p.name, p.replacements, CASE WHEN ${isSuppressed} THEN ${at}::timestamptz END,
        ${skipReason}
      FROM (${recipientsOf(aimed)}) AS p ${joinSuppressions(sql`p.email`)}`.execute(db);
    // Without statistics on the new rows, the planner reads all of them to find the next recipient.
    await sql`ANALYZE bulk_recipients`.execute(db);
    await db
      .updateTable('bulk_emails')
      .set({
        processing_at: at,
        processing_by: by?.userId ?? null,
        saved_search_id: null,
        sent_to_name: list.savedSearchId === null ? null : list.name,
      })
      .where('id', '=', id)
      .execute();
    const after = await readBulkEmail(db, id);
    if (after.pendingCount === 0) throw new Refused('badInput', bulkEmailTexts.nobody);
    const { totalCount, suppressedCount, communicationListName } = after;
    const done = { communicationListName, totalCount, suppressedCount };
    await auditBulkEmail(inside, { action: 'processBulkEmail', after, done });
    return after;
  });
}

/** The text of the reason why a recipient is suppressed, otherwise NULL. */
export const skipReason = sql`CASE coalesce(s.kind, e.kind)
  WHEN 'unsubscribed' THEN 'Unsubscribed'
  WHEN 'refused' THEN 'Refused before: ' || coalesce(s.reason, e.reason) END`;
