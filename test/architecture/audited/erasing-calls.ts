import { randomUUID } from 'node:crypto';
import { deleteMember } from '#contract/members/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import * as erasure from '#contract/privacy/erasure.ts';
import { updateRetention } from '#contract/privacy/retention.ts';
import { donate } from '#server/features/donations/donate.ts';
import { callApi } from '#test/support/call.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import type { AuditFixture } from './fixture.ts';

export function erasingCalls({ app, as, someone }: AuditFixture) {
  return {
    eraseMember: async () => {
      const { memberId: id } = await someone();
      return callApi(app, erasure.eraseMember, { params: { id } }, as);
    },
    eraseDonor: async () => {
      // Nobody else's: a card payment of the address would be in the way.
      const { id } = await donate(app.ctx(), {
        firstName: 'Nomvula',
        lastName: 'Giver',
        email: `${randomUUID()}@example.org`,
        amount: 50,
        donationTypeId: await donationTypeId(app, 'EFT'),
      });
      return callApi(app, erasure.eraseDonor, { params: { id } }, as);
    },
    erasePayer: async () => {
      const { memberId, invoiceId: id } = await someone();
      await callApi(app, deleteMember, { params: { id: memberId } }, as);
      return callApi(app, erasure.erasePayer, { params: { id } }, as);
    },
    eraseMoney: async () => {
      const money = { body: { payerName: 'Nomvula Giver', amount: 50 } };
      const { id } = (await callApi(app, credits.recordMoney, money, as)).data;
      const closed = { params: { id }, body: { reason: 'Dealt with' } };
      await callApi(app, credits.closeCredit, closed, as);
      return callApi(app, erasure.eraseMoney, { params: { id } }, as);
    },
    askForErasure: async () => {
      const { memberId: id } = await someone();
      return callApi(app, erasure.askForErasure, { params: { id } }, as);
    },
    declineErasure: async () => {
      const params = { id: (await someone()).memberId };
      await callApi(app, erasure.askForErasure, { params }, as);
      return callApi(app, erasure.declineErasure, { params, body: { reason: 'Not yet' } }, as);
    },
    updateRetention: () => callApi(app, updateRetention, { body: { mails: 36 } }, as),
  };
}
