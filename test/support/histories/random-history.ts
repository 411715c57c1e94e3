import fc from 'fast-check';
import { dayOf, type Day } from '#contract/days.ts';
import { undoMerge } from '#contract/duplicates/merge.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { offeredMethods } from '#contract/payments/payment-details.ts';
import { undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { TestApp } from '#test/support/app.ts';
import { openInvoice } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { merge } from '#test/support/merging/merge.ts';
import { registered, tokenOf } from '#test/support/people.ts';
import { openCashSteps } from './cash-steps.ts';
import { openCreditSteps } from './credit-steps.ts';
import { openFeeSteps } from './fee-steps.ts';
import { type lineKinds, openLineSteps } from './line-steps.ts';
import { readLiveMembers } from './live-members.ts';
import { part, pick, type Picked } from './pick.ts';

export const stepKinds = [
  'register',
  'pay',
  'recordMoney',
  'undo',
  'correct',
  'keepAsCredit',
  'refund',
  'carry',
  'donate',
  'close',
  'undoUse',
  'void',
  'voidPart',
  'writeOff',
  'undoWriteOff',
  'renew',
  'recordFee',
  'bookDifference',
  'undoDifference',
] as const;
/** What else changes the books, if a history asks for it. */
export const mergeKinds = ['merge', 'undoMerge'] as const;
export const returnKinds = ['takeBack', 'giveUp'] as const;
type StepKind =
  | (typeof stepKinds)[number]
  | (typeof mergeKinds)[number]
  | (typeof returnKinds)[number]
  | (typeof lineKinds)[number];

export interface Step extends Picked {
  kind: StepKind;
}

interface Options {
  /** Of the administrator. */
  userId: string;
  /** In the addresses of the members. */
  name: string;
  /** The day of a payment. The default is today. */
  paidOn?: (step: Picked) => Day;
}

/** What can happen to money, for random histories. A step answers undefined if it finds no row. */
export function openHistory(app: TestApp, { userId, name, paidOn }: Options) {
  let people = 0;
  const as = async () => ({ token: await tokenOf(app, userId) });
  const accounts = { made: 0 };
  const matching = async () => openMatching(app, await tokenOf(app, userId), accounts);
  const openInvoices = () =>
    app.db
      .selectFrom('invoices')
      .select(['id', 'number', 'amount_cents', 'paid_cents'])
      .where(whereOpen('invoices'))
      .orderBy('number')
      .execute();
  const livePayments = () =>
    app.db
      .selectFrom('payments')
      .select(['id', 'credit_cents', 'amount_cents', 'used_cents', 'paid_on'])
      .where('reversed_at', 'is', null)
      .orderBy('recorded_at')
      .orderBy('id')
      .execute();
  const leftCredits = async () =>
    (await livePayments()).filter(({ credit_cents }) => credit_cents > 0);

  async function pay(step: Step, id: string, owedCents: number) {
    const body = { amount: part(owedCents, step), paidOn: paidOn?.(step) };
    return callApi(app, processInvoicePayment, { params: { id }, body }, await as());
  }

  async function undo(step: Step, keepAsCredit: boolean) {
    const payment = pick(await livePayments(), step);
    if (payment === undefined) return undefined;
    const period = step.share % 2 === 0 ? ('kept' as const) : ('shortened' as const);
    // Others do not choose, and are refused if something rests on it.
    const choice = step.share > 30 ? { period, voidsOther: true } : {};
    const body = { reason: 'A mistake', keepAsCredit, ...choice };
    return callApi(app, undoPayment, { params: { id: payment.id }, body }, await as());
  }

  async function voidOne(invoice: { id: string } | undefined) {
    if (invoice === undefined) return undefined;
    const body = { reason: 'A mistake' };
    return callApi(app, voidInvoice, { params: { id: invoice.id }, body }, await as());
  }

  const steps = {
    register: () => registered(app, { email: `${name}-${++people}@example.org` }),
    async pay(step: Step) {
      const invoice = pick(await openInvoices(), step);
      return invoice && pay(step, invoice.id, invoice.amount_cents - invoice.paid_cents);
    },
    async recordMoney(step: Step) {
      const money = { payerName: 'Somebody', amount: part(60_000, step), paidOn: paidOn?.(step) };
      // Some of it was owed before these books began.
      const body = { ...money, reportedElsewhere: step.which % 4 === 0 };
      return callApi(app, credits.recordMoney, { body }, await as());
    },
    undo: (step: Step) => undo(step, false),
    /** The bank or the card scheme took it back, on a day since it came. */
    async takeBack(step: Step) {
      const live = await livePayments();
      const used = live.filter(({ used_cents }) => used_cents > 0);
      const payment = pick(step.share % 2 === 0 && used.length > 0 ? used : live, step);
      if (payment === undefined) return undefined;
      const day = paidOn?.(step) ?? dayOf(app.clock.now());
      const returnedOn = day < payment.paid_on ? payment.paid_on : day;
      const body = {
        reason: 'Bounced',
        returnedOn,
        period: 'shortened' as const,
        voidsOther: true,
      };
      return callApi(app, undoPayment, { params: { id: payment.id }, body }, await as());
    },
    keepAsCredit: (step: Step) => undo(step, true),
    async correct(step: Step) {
      const payment = pick(await livePayments(), step);
      if (payment === undefined) return undefined;
      const paidBy = offeredMethods[step.share % offeredMethods.length] ?? 'EFT';
      const day = paidOn?.(step) ?? dayOf(app.clock.now());
      const body = { reason: 'A mistake', paidOn: day, paidBy };
      return callApi(app, correctPayment, { params: { id: payment.id }, body }, await as());
    },
    void: async (step: Step) => voidOne(pick(await openInvoices(), step)),
    voidPart: async (step: Step) =>
      voidOne(
        pick(
          (await openInvoices()).filter(({ paid_cents }) => paid_cents > 0),
          step,
        ),
      ),
    async writeOff(step: Step) {
      const invoice = pick(await openInvoices(), step);
      if (invoice === undefined) return undefined;
      const amount = (invoice.amount_cents - invoice.paid_cents) / 100;
      const body = { amount, reason: 'Hardship', asPaid: step.share > 50 };
      return callApi(app, writeOffInvoice, { params: { id: invoice.id }, body }, await as());
    },
    async undoWriteOff(step: Step) {
      const invoices = await app.db
        .selectFrom('invoices')
        .select('id')
        .where('write_off_id', 'is not', null)
        .orderBy('number')
        .execute();
      const invoice = pick(invoices, step);
      if (invoice === undefined) return undefined;
      const body = { reason: 'A mistake' };
      return callApi(app, undoWriteOff, { params: { id: invoice.id }, body }, await as());
    },
    async renew(step: Step) {
      const members = await app.db
        .selectFrom('members as m')
        .select('m.id')
        .where('number', 'is not', null)
        .where('archived_at', 'is', null)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('invoices as i')
                .select('i.id')
                .whereRef('i.member_id', '=', 'm.id')
                .where(whereOpen('i')),
            ),
          ),
        )
        .orderBy('number')
        .execute();
      const member = pick(members, step);
      return member && openInvoice(app, member.id, 'Individual');
    },
    /** Of two open invoices one is voided. */
    async merge(step: Step) {
      const members = await readLiveMembers(app);
      const member = pick(members, step);
      const others = members.filter((one) => one !== member);
      const other = pick(others, { ...step, which: step.share % 100 });
      if (member === undefined || other === undefined) return undefined;
      return merge(app, [member.id, other.id], await as(), { openInvoice: 'kept' });
    },
    async undoMerge(step: Step) {
      const merges = await app.db
        .selectFrom('member_merges')
        .select('id')
        .where('undone_at', 'is', null)
        .orderBy('merged_at', 'desc')
        .orderBy('id')
        .execute();
      const last = pick(merges, step);
      return last && callApi(app, undoMerge, { params: { id: last.id } }, await as());
    },
    ...openCashSteps(app, as),
    ...openCreditSteps(app, { as, leftCredits, openInvoices }),
    ...openFeeSteps(app, { as, paidOn }),
    ...openLineSteps(app, { paidOn, matching, openInvoices }),
  };
  return steps satisfies Record<StepKind, unknown>;
}

const percent = fc.integer({ min: 0, max: 99 });
const step = (kinds: readonly StepKind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    which: percent,
    share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 130 })),
  });
/** Registrations and payments come more often than their corrections. */
export const randomHistory = (length: number, others: readonly StepKind[] = []) =>
  fc.array(step([...stepKinds, ...others, 'register', 'register', 'pay', 'pay', 'pay']), {
    minLength: length,
    maxLength: length,
  });
