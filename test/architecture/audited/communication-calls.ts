import * as bulkEmails from '#contract/bulk-emails/endpoints.ts';
import * as runs from '#contract/bulk-emails/sending.ts';
import {
  listCommunicationLists,
  releaseUnsubscribedEmail,
} from '#contract/communication/endpoints.ts';
import { updateMailLimits } from '#contract/company-info/mail-limits.ts';
import { sendMailAgain } from '#contract/communication/mail-log.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { ask } from '#test/support/call.ts';
import type { Stage } from './fixture.ts';

export function communicationCalls({ site, as, email, of, someone }: Stage) {
  const firstList = async () => (await ask(site, listCommunicationLists, {}, as)).data[0]?.id ?? '';
  const made = async () => {
    const communicationListId = await firstList();
    const body = { communicationListId, subject: 'News', content: '<p>Hello</p>' };
    return ask(site, bulkEmails.createBulkEmail, { body }, as);
  };
  const running = async () => {
    await someone();
    const input = await of(made());
    await ask(site, runs.processBulkEmail, input, as);
    return input;
  };
  return {
    createBulkEmail: made,
    updateBulkEmail: async () =>
      ask(
        site,
        bulkEmails.updateBulkEmail,
        { ...(await of(made())), body: { subject: 'Old news' } },
        as,
      ),
    deleteBulkEmail: async () => ask(site, bulkEmails.deleteBulkEmail, await of(made()), as),
    processBulkEmail: async () => {
      await someone();
      return ask(site, runs.processBulkEmail, await of(made()), as);
    },
    pauseBulkEmail: async () => ask(site, runs.pauseBulkEmail, await running(), as),
    resumeBulkEmail: async () => ask(site, runs.resumeBulkEmail, await running(), as),
    stopBulkEmail: async () => ask(site, runs.stopBulkEmail, await running(), as),
    retryBulkRecipients: async () => {
      const { params } = await running();
      await ask(site, runs.stopBulkEmail, { params }, as);
      const body = { outcome: 'suppressed' as const };
      return ask(site, runs.retryBulkRecipients, { params, body }, as);
    },
    sendMailAgain: async () => {
      const { invoiceId } = await someone();
      const params = await site.db
        .updateTable('mails')
        .set({ sent_at: site.clock.now(), next_attempt_at: null })
        .where((row) => row(row.ref('about', '->>').key('invoiceId'), '=', invoiceId))
        .returning('id')
        .executeTakeFirstOrThrow();
      return ask(site, sendMailAgain, { params }, as);
    },
    updateMailLimits: async () => ask(site, updateMailLimits, { body: { perDay: 5000 } }, as),
    releaseUnsubscribedEmail: async () => {
      const address = email();
      await suppress(site.work(), { email: address, kind: 'refused', reason: 'No such user' });
      const params = await site.db
        .selectFrom('suppressions')
        .select('id')
        .where('email', '=', address)
        .executeTakeFirstOrThrow();
      const body = { reason: 'It exists again' };
      return ask(site, releaseUnsubscribedEmail, { params, body }, as);
    },
  };
}
