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

export function invoiceCalls({ site, as, payer, made, of }: Stage) {
  return {
    createInvoice: made.invoice,
    updateInvoice: async () => {
      const input = { ...(await of(made.invoice())), body: { amount: 20 } };
      return ask(site, invoiceAdmin.updateInvoice, input, as);
    },
    deleteInvoice: async () => ask(site, invoiceAdmin.deleteInvoice, await of(made.invoice()), as),
    voidInvoice: async () =>
      ask(site, invoiceAdmin.voidInvoice, { ...(await of(made.invoice())), body: reason }, as),
    resendInvoiceEmail: async () =>
      ask(site, invoices.resendInvoiceEmail, await of(made.invoice()), as),
    processInvoicePayment: async () =>
      ask(site, invoices.processInvoicePayment, await of(made.invoice()), as),
    undoInvoicePayment: async () => {
      const { params } = await of(made.invoice());
      await settleInvoice(site.work(), { invoiceId: params.id, source: 'administrator' });
      return ask(site, paymentAdmin.undoInvoicePayment, { params, body: reason }, as);
    },
    generateInvoice: async () => {
      const body = { memberId: (await payer()).memberId, amount: 450, paymentType: 'EFT' as const };
      return ask(site, generateInvoice, { body }, as);
    },
    renewFreeMembership: async () => {
      const [id = ''] = await crowd(site, 1, { lastName: 'Free', endsOn: '2027-03-31' });
      const memberTypeID = (await made.type(0)).data.id;
      await ask(site, updateMember, { params: { id }, body: { memberTypeID } }, as);
      const body = { memberId: id, amount: 0, paymentType: 'EFT' as const };
      return ask(site, generateInvoice, { body }, as);
    },
    sendRenewals: async () => {
      const selectedItems = [(await payer()).memberId];
      return ask(site, sendRenewals, { body: { selectedItems } }, as);
    },
  };
}

export function donationCalls({ site, as, person, payer }: Stage) {
  const pending = async () => ({ params: { id: await pledged(site) } });
  return {
    donate: async () => {
      const body = { ...person(), amount: 10, donationTypeId: await donationTypeId(site, 'EFT') };
      return ask(site, donate, { body }, as);
    },
    updateDonation: async () =>
      ask(site, donations.updateDonation, { ...(await pending()), body: { amount: 20 } }, as),
    deleteDonation: async () => ask(site, donations.deleteDonation, await pending(), as),
    processDonationPayment: async () =>
      ask(site, donations.processDonationPayment, await pending(), as),
    undoDonationPayment: async () => {
      const { params } = await pending();
      await settleDonation(site.work(), { donationId: params.id, source: 'administrator' });
      return ask(site, paymentAdmin.undoDonationPayment, { params, body: reason }, as);
    },
    closeCredit: async () => {
      const { invoiceId } = await payer();
      const externalReference = 'payfast:twice';
      await settleInvoice(site.work(), { invoiceId, source: 'payfast', externalReference });
      const params = await site.db
        .selectFrom('payments')
        .select('id')
        .where('external_reference', '=', externalReference)
        .executeTakeFirstOrThrow();
      return ask(site, paymentAdmin.closeCredit, { params, body: reason }, as);
    },
    judgeNotificationAgain: async () => {
      await notify(site, 'donation', signed(toldOf(await pledged(site))));
      const params = await site.db
        .selectFrom('card_notifications')
        .select('id')
        .executeTakeFirstOrThrow();
      return ask(site, judgeNotificationAgain, { params }, as);
    },
  };
}
