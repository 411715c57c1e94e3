import * as bulkEmails from '#contract/bulk-emails/endpoints.ts';
import * as runs from '#contract/bulk-emails/sending.ts';
import {
  listCommunicationLists,
  releaseUnsubscribedEmail,
} from '#contract/communication/endpoints.ts';
import { updateMailLimits } from '#contract/communication/mail-limits.ts';
import { sendMailAgain } from '#contract/communication/mail-log.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { callApi } from '#test/support/call.ts';
import type { AuditFixture } from './fixture.ts';

export function communicationCalls({ app, as, email, of, someone }: AuditFixture) {
  const firstList = async () =>
    (await callApi(app, listCommunicationLists, {}, as)).data[0]?.id ?? '';
  const made = async () => {
    const communicationListId = await firstList();
    const body = { communicationListId, subject: 'News', content: '<p>Hello</p>' };
    return callApi(app, bulkEmails.createBulkEmail, { body }, as);
  };
  const running = async () => {
    await someone();
    const input = await of(made());
    await callApi(app, runs.processBulkEmail, input, as);
    return input;
  };
  return {
    createBulkEmail: made,
    updateBulkEmail: async () =>
      callApi(
        app,
        bulkEmails.updateBulkEmail,
        { ...(await of(made())), body: { subject: 'Old news' } },
        as,
      ),
    deleteBulkEmail: async () => callApi(app, bulkEmails.deleteBulkEmail, await of(made()), as),
    processBulkEmail: async () => {
      await someone();
      return callApi(app, runs.processBulkEmail, await of(made()), as);
    },
    pauseBulkEmail: async () => callApi(app, runs.pauseBulkEmail, await running(), as),
    resumeBulkEmail: async () => callApi(app, runs.resumeBulkEmail, await running(), as),
    stopBulkEmail: async () => callApi(app, runs.stopBulkEmail, await running(), as),
    retryBulkRecipients: async () => {
      const { params } = await running();
      await callApi(app, runs.stopBulkEmail, { params }, as);
      const body = { outcome: 'suppressed' as const };
      return callApi(app, runs.retryBulkRecipients, { params, body }, as);
    },
    sendMailAgain: async () => {
      const { invoiceId } = await someone();
      const params = await app.db
        .updateTable('mails')
        .set({ sent_at: app.clock.now(), next_attempt_at: null })
        .where(isAbout(invoiceId))
        .returning('id')
        .executeTakeFirstOrThrow();
      return callApi(app, sendMailAgain, { params }, as);
    },
    updateMailLimits: async () => callApi(app, updateMailLimits, { body: { perDay: 5000 } }, as),
    releaseUnsubscribedEmail: async () => {
      const address = email();
      await suppress(app.ctx(), { email: address, kind: 'refused', reason: 'No such user' });
      const params = await app.db
        .selectFrom('suppressions')
        .select('id')
        .where('email', '=', address)
        .executeTakeFirstOrThrow();
      const body = { reason: 'It exists again' };
      return callApi(app, releaseUnsubscribedEmail, { params, body }, as);
    },
  };
}
