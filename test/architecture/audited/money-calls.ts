import * as donations from '#contract/donations/admin-endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import * as invoiceAdmin from '#contract/invoices/admin-endpoints.ts';
import * as invoices from '#contract/invoices/endpoints.ts';
import { judgeNotificationAgain } from '#contract/payments/notifications.ts';
import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import * as paymentAdmin from '#contract/payments/admin-endpoints.ts';
import { generateInvoice, sendRenewals } from '#contract/renewals/endpoints.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import type { AuditFixture } from './fixture.ts';

const reason = { reason: 'by mistake' };

export function invoiceCalls({ app, as, payer, someone, made, of }: AuditFixture) {
  return {
    createInvoice: made.invoice,
    updateInvoice: async () => {
      const input = { ...(await of(made.invoice())), body: { amount: 20 } };
      return callApi(app, invoiceAdmin.updateInvoice, input, as);
    },
    deleteInvoice: async () =>
      callApi(app, invoiceAdmin.deleteInvoice, await of(made.invoice()), as),
    voidInvoice: async () =>
      callApi(app, invoiceAdmin.voidInvoice, { ...(await of(made.invoice())), body: reason }, as),
    resendInvoiceEmail: async () =>
      callApi(app, invoices.resendInvoiceEmail, await of(made.invoice()), as),
    processInvoicePayment: async () =>
      callApi(app, invoices.processInvoicePayment, await of(made.invoice()), as),
    recordMembershipPayment: async () => {
      const { memberId: id } = await someone();
      const body = { paidUntil: null, bankReference: 'EFT 4711' };
      return callApi(app, recordMembershipPayment, { params: { id }, body }, as);
    },
    undoInvoicePayment: async () => {
      const { params } = await of(made.invoice());
      await settleInvoice(app.ctx(), { invoiceId: params.id, source: 'administrator' });
      return callApi(app, paymentAdmin.undoInvoicePayment, { params, body: reason }, as);
    },
    generateInvoice: async () => {
      const body = { memberId: (await payer()).memberId, amount: 450, paymentType: 'EFT' as const };
      return callApi(app, generateInvoice, { body }, as);
    },
    renewFreeMembership: async () => {
      const [id = ''] = await addManyMembers(app, 1, { lastName: 'Free', endsOn: '2027-03-31' });
      const memberTypeID = (await made.type(0)).data.id;
      await app.db
        .updateTable('members')
        .set({ member_type_id: memberTypeID })
        .where('id', '=', id)
        .execute();
      const body = { memberId: id, amount: 0, paymentType: 'EFT' as const };
      return callApi(app, generateInvoice, { body }, as);
    },
    sendRenewals: async () => {
      const selectedItems = [(await payer()).memberId];
      return callApi(app, sendRenewals, { body: { selectedItems } }, as);
    },
  };
}

export function donationCalls({ app, as, person }: AuditFixture) {
  const pending = async () => ({ params: { id: await pledged(app) } });
  return {
    donate: async () => {
      const body = { ...person(), amount: 10, donationTypeId: await donationTypeId(app, 'EFT') };
      return callApi(app, donate, { body }, as);
    },
    updateDonation: async () =>
      callApi(app, donations.updateDonation, { ...(await pending()), body: { amount: 20 } }, as),
    deleteDonation: async () => callApi(app, donations.deleteDonation, await pending(), as),
    processDonationPayment: async () =>
      callApi(app, donations.processDonationPayment, await pending(), as),
    undoDonationPayment: async () => {
      const { params } = await pending();
      await settleDonation(app.ctx(), { donationId: params.id, source: 'administrator' });
      return callApi(app, paymentAdmin.undoDonationPayment, { params, body: reason }, as);
    },
    answerDonation: async () => {
      const { params } = await pending();
      await app.db
        .updateTable('donations')
        .set({ needs_answer_since: app.clock.now() })
        .where('id', '=', params.id)
        .execute();
      return callApi(app, donations.answerDonation, { params }, as);
    },
    judgeNotificationAgain: async () => {
      const recordId = await pledged(app);
      await notify(app, 'donation', signed(toldOf(recordId)));
      const params = await app.db
        .selectFrom('card_notifications')
        .select('id')
        .where('record_id', '=', recordId)
        .executeTakeFirstOrThrow();
      return callApi(app, judgeNotificationAgain, { params }, as);
    },
  };
}
