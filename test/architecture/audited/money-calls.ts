import * as donations from '#contract/donations/admin-endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import * as invoiceAdmin from '#contract/invoices/admin-endpoints.ts';
import * as invoices from '#contract/invoices/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { judgeNotificationAgain } from '#contract/payments/notifications.ts';
import * as paymentAdmin from '#contract/payments/admin-endpoints.ts';
import { generateInvoice, sendRenewals } from '#contract/renewals/endpoints.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { ask } from '#test/support/call.ts';
import { crowd } from '#test/support/many-members.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import type { Stage } from './fixture.ts';

const reason = { reason: 'by mistake' };

export function invoiceCalls({ site: app, as, payer, made, of }: Stage) {
  return {
    createInvoice: made.invoice,
    updateInvoice: async () => {
      const input = { ...(await of(made.invoice())), body: { amount: 20 } };
      return ask(app, invoiceAdmin.updateInvoice, input, as);
    },
    deleteInvoice: async () => ask(app, invoiceAdmin.deleteInvoice, await of(made.invoice()), as),
    voidInvoice: async () =>
      ask(app, invoiceAdmin.voidInvoice, { ...(await of(made.invoice())), body: reason }, as),
    resendInvoiceEmail: async () =>
      ask(app, invoices.resendInvoiceEmail, await of(made.invoice()), as),
    processInvoicePayment: async () =>
      ask(app, invoices.processInvoicePayment, await of(made.invoice()), as),
    undoInvoicePayment: async () => {
      const { params } = await of(made.invoice());
      await settleInvoice(app.ctx(), { invoiceId: params.id, source: 'administrator' });
      return ask(app, paymentAdmin.undoInvoicePayment, { params, body: reason }, as);
    },
    generateInvoice: async () => {
      const body = { memberId: (await payer()).memberId, amount: 450, paymentType: 'EFT' as const };
      return ask(app, generateInvoice, { body }, as);
    },
    renewFreeMembership: async () => {
      const [id = ''] = await crowd(app, 1, { lastName: 'Free', endsOn: '2027-03-31' });
      const memberTypeID = (await made.type(0)).data.id;
      await ask(app, updateMember, { params: { id }, body: { memberTypeID } }, as);
      const body = { memberId: id, amount: 0, paymentType: 'EFT' as const };
      return ask(app, generateInvoice, { body }, as);
    },
    sendRenewals: async () => {
      const selectedItems = [(await payer()).memberId];
      return ask(app, sendRenewals, { body: { selectedItems } }, as);
    },
  };
}

export function donationCalls({ site: app, as, person, payer }: Stage) {
  const pending = async () => ({ params: { id: await pledged(app) } });
  return {
    donate: async () => {
      const body = { ...person(), amount: 10, donationTypeId: await donationTypeId(app, 'EFT') };
      return ask(app, donate, { body }, as);
    },
    updateDonation: async () =>
      ask(app, donations.updateDonation, { ...(await pending()), body: { amount: 20 } }, as),
    deleteDonation: async () => ask(app, donations.deleteDonation, await pending(), as),
    processDonationPayment: async () =>
      ask(app, donations.processDonationPayment, await pending(), as),
    undoDonationPayment: async () => {
      const { params } = await pending();
      await settleDonation(app.ctx(), { donationId: params.id, source: 'administrator' });
      return ask(app, paymentAdmin.undoDonationPayment, { params, body: reason }, as);
    },
    closeCredit: async () => {
      const { invoiceId } = await payer();
      const externalReference = 'payfast:twice';
      await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference });
      const params = await app.db
        .selectFrom('payments')
        .select('id')
        .where('external_reference', '=', externalReference)
        .executeTakeFirstOrThrow();
      return ask(app, paymentAdmin.closeCredit, { params, body: reason }, as);
    },
    judgeNotificationAgain: async () => {
      await notify(app, 'donation', signed(toldOf(await pledged(app))));
      const params = await app.db
        .selectFrom('card_notifications')
        .select('id')
        .executeTakeFirstOrThrow();
      return ask(app, judgeNotificationAgain, { params }, as);
    },
  };
}
