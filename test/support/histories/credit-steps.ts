import { dayOf } from '#contract/days.ts';
import * as credits from '#contract/payments/credits.ts';
import { refundMethods } from '#contract/payments/payment-details.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { part, pick, type Picked as Step } from './pick.ts';

interface Options {
  as: () => Promise<{ token: string }>;
  leftCredits: () => Promise<{ id: string; credit_cents: number }[]>;
  openInvoices: () => Promise<{ id: string; amount_cents: number; paid_cents: number }[]>;
}

/** What can become of credits. A step answers undefined if it finds no row. */
export function openCreditSteps(app: TestApp, { as, leftCredits, openInvoices }: Options) {
  return {
    async refund(step: Step) {
      const credit = pick(await leftCredits(), step);
      if (credit === undefined) return undefined;
      // Half of them in cash, as an office does.
      const method = refundMethods[step.share % refundMethods.length];
      const refundedBy = step.which % 2 === 0 ? ('Cash' as const) : method;
      const refundedOn = dayOf(app.clock.now());
      const body = { amount: part(credit.credit_cents, step), refundedOn, refundedBy };
      return callApi(app, credits.refundCredit, { params: { id: credit.id }, body }, await as());
    },
    async carry(step: Step) {
      const credit = pick(await leftCredits(), step);
      const invoice = pick(await openInvoices(), step);
      if (credit === undefined || invoice === undefined) return undefined;
      const cents = Math.min(credit.credit_cents, invoice.amount_cents - invoice.paid_cents);
      const body = { invoiceId: invoice.id, amount: part(cents, step) };
      return callApi(app, credits.carryCredit, { params: { id: credit.id }, body }, await as());
    },
    async donate(step: Step) {
      const credit = pick(await leftCredits(), step);
      if (credit === undefined) return undefined;
      const donor = { firstName: 'Thandi', lastName: 'D', email: 'gift@example.org' };
      const body = { ...donor, amount: part(credit.credit_cents, step) };
      return callApi(app, credits.donateCredit, { params: { id: credit.id }, body }, await as());
    },
    async close(step: Step) {
      const credit = pick(await leftCredits(), step);
      if (credit === undefined) return undefined;
      // Read only where VAT is declared on the payments basis.
      const body = { reason: 'Dealt with', hasVat: step.share > 50 };
      return callApi(app, credits.closeCredit, { params: { id: credit.id }, body }, await as());
    },
    /** What is owed of a credit that was used before its money went back. */
    async giveUp(step: Step) {
      const owed = app.db.selectFrom('payments').select('id').where('credit_cents', '<', 0);
      const payment = pick(await owed.orderBy('recorded_at').orderBy('id').execute(), step);
      if (payment === undefined) return undefined;
      const call = { params: { id: payment.id }, body: { reason: 'Not worth a letter' } };
      return callApi(app, credits.closeCredit, call, await as());
    },
    async undoUse(step: Step) {
      const uses = await app.db
        .selectFrom('credit_uses')
        .select('id')
        .where('reversed_at', 'is', null)
        .orderBy('recorded_at')
        .orderBy('id')
        .execute();
      const use = pick(uses, step);
      if (use === undefined) return undefined;
      const body = { reason: 'A mistake' };
      return callApi(app, credits.undoCreditUse, { params: { id: use.id }, body }, await as());
    },
  };
}
