import type { sendTestBulkEmail as endpoint } from '#contract/bulk-emails/preview.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { ownAddress } from '#server/features/company-info/test-mail.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { testEmailKind } from '../emails/bulk-test-email.ts';
import { pickRecipient } from './pick-recipient.ts';
import { readDraft } from './preview.ts';

/** Queues the email, rendered for one recipient. Its unsubscribe link has no effect. */
export async function sendTestBulkEmail(
  ctx: Context,
  draft: BodyOf<typeof endpoint>,
): Promise<{ sentTo: string[] }> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const aimed = await readDraft(db, draft);
    const { matching: _, ...email } = aimed;
    const pick = { find: draft.find ?? '', index: draft.index ?? 0 };
    const { picked } = await pickRecipient(db, aimed, pick);
    const given = draft.addresses ?? [];
    const sentTo = given.length > 0 ? [...new Set(given)] : [(await ownAddress(inside)).email];
    const about = { ...email, replacements: picked?.replacements ?? {} };
    await queueMails(
      inside,
      sentTo.map((toEmail) => ({ kind: testEmailKind, toEmail, about })),
    );
    return { sentTo };
  });
}
