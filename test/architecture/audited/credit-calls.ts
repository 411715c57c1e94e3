import { dayOf } from '#contract/days.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { callApi } from '#test/support/call.ts';
import type { AuditFixture } from './fixture.ts';

const reason = { reason: 'by mistake' };

export function creditCalls({ app, as, made, email }: AuditFixture) {
  const recordMoney = () => {
    const body = { payerName: 'Nomsa Dlamini', amount: 50, paidBy: 'EFT' as const };
    return callApi(app, credits.recordMoney, { body }, as);
  };
  const credit = async () => ({ params: { id: (await recordMoney()).data.id } });
  const refunded = { amount: 20, refundedOn: dayOf(app.ctx().at) };
  return {
    recordMoney,
    refundCredit: async () =>
      callApi(app, credits.refundCredit, { ...(await credit()), body: refunded }, as),
    carryCredit: async () => {
      const body = { invoiceId: (await made.invoice()).data.id, amount: 10 };
      return callApi(app, credits.carryCredit, { ...(await credit()), body }, as);
    },
    donateCredit: async () => {
      const body = { amount: 50, firstName: 'Nomsa', lastName: 'Dlamini', email: email() };
      return callApi(app, credits.donateCredit, { ...(await credit()), body }, as);
    },
    closeCredit: async () =>
      callApi(app, credits.closeCredit, { ...(await credit()), body: reason }, as),
    undoCreditUse: async () => {
      const { params } = await credit();
      await callApi(app, credits.refundCredit, { params, body: refunded }, as);
      const use = await app.db
        .selectFrom('credit_uses')
        .select('id')
        .where('payment_id', '=', params.id)
        .executeTakeFirstOrThrow();
      return callApi(app, credits.undoCreditUse, { params: use, body: reason }, as);
    },
    undoPayment: async () => callApi(app, undoPayment, { ...(await credit()), body: reason }, as),
  };
}
