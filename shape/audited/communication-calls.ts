import * as bulkEmails from '#contract/bulk-emails.ts';
import { listCommunicationLists, releaseUnsubscribedEmail } from '#contract/communication.ts';
import { suppress } from '#server/communication/suppressions.ts';
import { ask } from '#server/testing/ask.ts';
import type { Stage } from './stage.ts';

export function communicationCalls({ site, as, email, of }: Stage) {
  const firstList = async () => (await ask(site, listCommunicationLists, {}, as)).data[0]?.id ?? '';
  const made = async () => {
    const communicationListId = await firstList();
    const body = { communicationListId, subject: 'News', content: '<p>Hello</p>' };
    return ask(site, bulkEmails.createBulkEmail, { body }, as);
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
