import { randomUUID } from 'node:crypto';
import { deleteMember } from '#contract/members/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { changeConsents, getConsents } from '#contract/privacy/consents.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import * as erasure from '#contract/privacy/erasure.ts';
import * as retention from '#contract/privacy/retention.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { donate } from '#server/features/donations/donate.ts';
import { callApi } from '#test/support/call.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';

export function privacyCalls({ app, call, made, member, of, someone }: Fixture): Call[] {
  const ofMember = { params: { id: member.id } };
  return [
    call(getConsents, ofMember, { by: 'member' }),
    call(changeConsents, async () => {
      const { memberId: id, email } = await someone();
      const consent = { email, purpose: 'news', words: 'Yes.', source: 'registration' } as const;
      await recordConsent(app.ctx(), consent);
      return { params: { id }, body: { news: false } };
    }),
    call(downloadDataExport, ofMember, {
      by: 'member',
      recordsDownload: true,
    }),
    call(downloadDataExport, () => of(made.member()), {
      case: 'by an administrator',
      recordsDownload: true,
      audits: ['downloadHeldData'],
    }),
    call(retention.getRetention, {}),
    call(retention.getRetentionReport, {}),
    call(
      retention.previewRetention,
      { body: {} },
      {
        exception: {
          perMember: 6,
          ms: 3000,
          reason: 'counts what the periods would erase, on a page that is opened rarely',
        },
      },
    ),
    call(retention.updateRetention, { body: { mails: 36 } }),
  ];
}

const trace = {
  exception: {
    perMember: 4,
    ms: 1500,
    reason: 'looks through the whole audit log for the address, a few times a year',
  },
};

export function erasureCalls({
  app,
  as,
  call,
  donation,
  invoice,
  member,
  someone,
}: Fixture): Call[] {
  const ofMember = { params: { id: member.id } };
  const ofSomeone = async () => ({ params: { id: (await someone()).memberId } });
  const { previewMoneyErasure, askForErasure } = erasure;
  return [
    call(erasure.previewMemberErasure, ofMember),
    call(erasure.previewDonorErasure, { params: { id: donation.id } }),
    call(erasure.previewPayerErasure, { params: { id: invoice.id } }),
    call(previewMoneyErasure, async () => ({
      params: await app.db.selectFrom('payments').select('id').executeTakeFirstOrThrow(),
    })),
    call(erasure.getErasureRequest, ofMember, { by: 'member' }),
    call(erasure.listErasureRequests, {}),
    call(erasure.eraseMember, ofSomeone, trace),
    call(
      erasure.eraseDonor,
      async () => {
        // Nobody else's: a card payment of the address would be in the way.
        const { id } = await donate(app.ctx(), {
          firstName: 'Nomvula',
          lastName: 'Giver',
          email: `${randomUUID()}@example.org`,
          amount: 50,
          donationTypeId: await donationTypeId(app, 'EFT'),
        });
        return { params: { id } };
      },
      trace,
    ),
    call(
      erasure.erasePayer,
      async () => {
        const { memberId, invoiceId: id } = await someone();
        await callApi(app, deleteMember, { params: { id: memberId } }, as);
        return { params: { id } };
      },
      trace,
    ),
    call(erasure.eraseMoney, async () => {
      const money = { body: { payerName: 'Nomvula Giver', amount: 50 } };
      const { id } = (await callApi(app, credits.recordMoney, money, as)).data;
      const closed = { params: { id }, body: { reason: 'Dealt with' } };
      await callApi(app, credits.closeCredit, closed, as);
      return { params: { id } };
    }),
    call(askForErasure, ofSomeone),
    call(erasure.declineErasure, async () => {
      const input = await ofSomeone();
      await callApi(app, askForErasure, input, as);
      return { ...input, body: { reason: 'Not yet' } };
    }),
  ];
}
