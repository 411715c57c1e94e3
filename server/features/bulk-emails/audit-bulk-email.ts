import type { AuditAction } from '#contract/audit/endpoints.ts';
import { bulkEmailFields, type BulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Context } from '#server/context.ts';

interface Change {
  action: AuditAction;
  before?: BulkEmail;
  after?: BulkEmail;
  /** A description of the action, if the record's fields do not show it. */
  done?: object;
}

/** Records an administrator's action on a bulk email. Sending progress is not recorded. */
export async function auditBulkEmail(ctx: Context, { action, before, after, done }: Change) {
  const email = after ?? before;
  if (email === undefined) return;
  await recordAudit(ctx, {
    action,
    subject: 'bulkEmail',
    id: email.id,
    name: email.subject,
    ...(done
      ? { after: done }
      : { before: before && edited(before), after: after && edited(after) }),
  });
}

function edited(email: BulkEmail): object {
  return {
    communicationListName: email.communicationListName,
    attachmentName: email.attachmentName,
    ...Object.fromEntries(
      bulkEmailFields
        .filter((field) => field !== 'communicationListId' && field !== 'attachmentPath')
        .map((field) => [field, email[field]]),
    ),
  };
}
