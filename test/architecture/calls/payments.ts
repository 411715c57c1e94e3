import { dayOf } from '#contract/days.ts';
import * as donationAdmin from '#contract/donations/admin-endpoints.ts';
import * as donations from '#contract/donations/endpoints.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import { getDonorStatement } from '#contract/month-end/statement-of-account.ts';
import * as paymentAdmin from '#contract/payments/admin-endpoints.ts';
import * as comparison from '#contract/payments/comparison.ts';
import * as credits from '#contract/payments/credits.ts';
import * as payments from '#contract/payments/endpoints.ts';
import * as notifications from '#contract/payments/notifications.ts';
import { summarizeDonations } from '#contract/summaries.ts';
import { callApi } from '#test/support/call.ts';
import { addUnrecorded } from '#test/support/payfast/comparing.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';
import { countsRecords, wholeFile } from './searches.ts';

const first = { body: {} };
const reason = { reason: 'by mistake' };

export function donationCalls({ app, call, donation, person }: Fixture): Call[] {
  const { donate } = donations;
  const { updateDonation, deleteDonation, processDonationPayment, answerDonation } = donationAdmin;
  const ofDonation = { params: { id: donation.id } };
  const pending = async () => ({ params: { id: await pledged(app) } });
  const gift = async (type = 'EFT') => ({
    body: { ...person(), amount: 50, donationTypeId: await donationTypeId(app, type) },
  });
  return [
    call(donationAdmin.searchDonations, first),
    call(donationAdmin.searchDonations, first, wholeFile(3)),
    call(donationAdmin.listDonations, { query: {} }),
    call(summarizeDonations, {}, countsRecords(2)),
    call(donations.listDonationTypes, {}, { by: 'nobody' }),
    call(donations.getDonation, ofDonation, { by: 'nobody' }),
    call(getDonationStory, ofDonation),
    call(getDonorStatement, { ...ofDonation, query: {} }),
    call(donate, gift, { statements: 6 }),
    call(donate, gift, { case: 'by a visitor', by: 'nobody', statements: 6 }),
    call(donate, () => gift('Credit Card'), { case: 'by card', by: 'nobody', statements: 4 }),
    call(updateDonation, async () => ({ ...(await pending()), body: { amount: 20 } })),
    call(deleteDonation, pending),
    call(processDonationPayment, pending, { statements: 10 }),
    call(paymentAdmin.undoDonationPayment, async () => {
      const { params } = await pending();
      await settleDonation(app.ctx(), { donationId: params.id, source: 'administrator' });
      return { params, body: reason };
    }),
    call(answerDonation, async () => {
      const { params } = await pending();
      await app.db
        .updateTable('donations')
        .set({ needs_answer_since: app.clock.now() })
        .where('id', '=', params.id)
        .execute();
      return { params };
    }),
  ];
}

/** Payments by card, and what the card provider reports. */
export function cardCalls({ app, call, run, someone }: Fixture): Call[] {
  const byProvider = { notAudited: 'the card provider calls it' };
  const { getPaymentForm, getPaymentSummary, notifyDonation, notifySubscription } = payments;
  const notified = (kind: 'donation' | 'subscription', id: string, passphrase?: string) => {
    const payload = signed(toldOf(id), passphrase);
    return async () => {
      const { statusCode: status, body: text } = await notify(app, kind, payload);
      return { status, text };
    };
  };
  return [
    call(
      getPaymentForm,
      async () => ({ params: { type: 'donation' as const, id: await pledged(app) } }),
      {
        by: 'nobody',
      },
    ),
    call(
      getPaymentSummary,
      async () => {
        const { invoiceId: id } = await someone();
        await settleInvoice(app.ctx(), { invoiceId: id, source: 'administrator' });
        return { params: { type: 'subscription' as const, id } };
      },
      { by: 'nobody' },
    ),
    run(
      notifySubscription,
      async () => notified('subscription', (await someone()).invoiceId),
      byProvider,
    ),
    run(notifyDonation, async () => notified('donation', await pledged(app)), {
      ...byProvider,
      statements: 4,
    }),
    run(
      notifyDonation,
      async () => notified('donation', await pledged(app), 'another passphrase'),
      { case: 'badly signed' },
    ),
    call(notifications.searchNotifications, first),
    call(notifications.judgeNotificationAgain, async () => {
      const recordId = await pledged(app);
      await notify(app, 'donation', signed(toldOf(recordId)));
      const rows = app.db.selectFrom('card_notifications').where('record_id', '=', recordId);
      return { params: await rows.select('id').executeTakeFirstOrThrow() };
    }),
    call(comparison.getComparison, {}),
    call(comparison.startComparison, async () => {
      const waiting = app.db.deleteFrom('provider_comparisons');
      await waiting.where('next_attempt_at', 'is not', null).execute();
      return {};
    }),
    call(comparison.recordDifference, async () => {
      const { id } = await addUnrecorded(app, { providerId: 'listed-1' });
      return { params: { id } };
    }),
    call(comparison.dismissDifference, async () => {
      const { id } = await addUnrecorded(app, { providerId: 'listed-2' });
      return { params: { id }, body: { reason: 'Another shop of ours' } };
    }),
  ];
}

export function creditCalls({ app, as, call, made, person }: Fixture): Call[] {
  const money = { body: { payerName: 'Nomsa Dlamini', amount: 50, paidBy: 'EFT' } } as const;
  const credit = async () => {
    const { data } = await callApi(app, credits.recordMoney, money, as);
    return { params: { id: data.id } };
  };
  const refunded = { amount: 20, refundedOn: dayOf(app.ctx().at) };
  return [
    call(credits.searchCredits, first),
    call(credits.recordMoney, money),
    call(credits.refundCredit, async () => ({ ...(await credit()), body: refunded })),
    call(credits.carryCredit, async () => {
      const body = { invoiceId: (await made.invoice()).data.id, amount: 10 };
      return { ...(await credit()), body };
    }),
    call(credits.donateCredit, async () => ({
      ...(await credit()),
      body: { ...person(), amount: 50 },
    })),
    call(credits.closeCredit, async () => ({ ...(await credit()), body: reason })),
    call(credits.undoCreditUse, async () => {
      const { params } = await credit();
      await callApi(app, credits.refundCredit, { params, body: refunded }, as);
      const uses = app.db.selectFrom('credit_uses').where('payment_id', '=', params.id);
      return { params: await uses.select('id').executeTakeFirstOrThrow(), body: reason };
    }),
    call(paymentAdmin.correctPayment, async () => ({
      ...(await credit()),
      body: { ...reason, paidOn: refunded.refundedOn, paidBy: 'Cash' as const },
    })),
    call(paymentAdmin.undoPayment, async () => ({ ...(await credit()), body: reason })),
  ];
}
