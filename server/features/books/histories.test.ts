import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failuresOf } from '#contract/books/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { callApi } from '#test/support/call.ts';
import { openInvoice } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { runBookChecks } from './run-checks.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

/** Percents choose amounts and rows, so that a step can be made in any books. */
interface Step {
  kind: keyof typeof steps;
  which: number;
  share: number;
}

const pick = <T>(rows: T[], { which }: Step): T | undefined =>
  rows[Math.floor((which / 100) * rows.length)];
/** A part of it, and sometimes more than all. */
const part = (cents: number, { share }: Step) =>
  Math.max(1, Math.round((cents * share) / 100)) / 100;

const openInvoices = () =>
  app.db
    .selectFrom('invoices')
    .select(['id', 'amount_cents', 'paid_cents'])
    .where('payment_id', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('number')
    .execute();
const livePayments = () =>
  app.db
    .selectFrom('payments')
    .select(['id', 'credit_cents', 'amount_cents'])
    .where('reversed_at', 'is', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();
const leftCredits = async () =>
  (await livePayments()).filter(({ credit_cents }) => credit_cents > 0);

async function pay(step: Step, id: string, owedCents: number) {
  const body = { amount: part(owedCents, step) };
  return callApi(app, processInvoicePayment, { params: { id }, body }, as);
}

async function undo(step: Step, keepAsCredit: boolean) {
  const payment = pick(await livePayments(), step);
  if (payment === undefined) return undefined;
  const body = { reason: 'A mistake', keepAsCredit };
  return callApi(app, undoPayment, { params: { id: payment.id }, body }, as);
}

const steps = {
  register: () => registered(app, { email: `history-${++people}@example.org` }),
  async pay(step: Step) {
    const invoice = pick(await openInvoices(), step);
    return invoice && pay(step, invoice.id, invoice.amount_cents - invoice.paid_cents);
  },
  recordMoney: (step: Step) =>
    callApi(
      app,
      credits.recordMoney,
      { body: { payerName: 'Somebody', amount: part(60_000, step) } },
      as,
    ),
  undo: (step: Step) => undo(step, false),
  keepAsCredit: (step: Step) => undo(step, true),
  async refund(step: Step) {
    const credit = pick(await leftCredits(), step);
    if (credit === undefined) return undefined;
    const body = { amount: part(credit.credit_cents, step), refundedOn: '2027-03-10' };
    return callApi(app, credits.refundCredit, { params: { id: credit.id }, body }, as);
  },
  async carry(step: Step) {
    const credit = pick(await leftCredits(), step);
    const invoice = pick(await openInvoices(), step);
    if (credit === undefined || invoice === undefined) return undefined;
    const cents = Math.min(credit.credit_cents, invoice.amount_cents - invoice.paid_cents);
    const body = { invoiceId: invoice.id, amount: part(cents, step) };
    return callApi(app, credits.carryCredit, { params: { id: credit.id }, body }, as);
  },
  async donate(step: Step) {
    const credit = pick(await leftCredits(), step);
    if (credit === undefined) return undefined;
    const donor = { firstName: 'Thandi', lastName: 'D', email: 'gift@example.org' };
    const body = { ...donor, amount: part(credit.credit_cents, step) };
    return callApi(app, credits.donateCredit, { params: { id: credit.id }, body }, as);
  },
  async close(step: Step) {
    const credit = pick(await leftCredits(), step);
    if (credit === undefined) return undefined;
    const body = { reason: 'Dealt with' };
    return callApi(app, credits.closeCredit, { params: { id: credit.id }, body }, as);
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
    return callApi(app, credits.undoCreditUse, { params: { id: use.id }, body }, as);
  },
  async void(step: Step) {
    const invoice = pick(await openInvoices(), step);
    if (invoice === undefined) return undefined;
    const body = { reason: 'A mistake' };
    return callApi(app, voidInvoice, { params: { id: invoice.id }, body }, as);
  },
  async renew(step: Step) {
    const members = await app.db
      .selectFrom('members as m')
      .select('m.id')
      .where('number', 'is not', null)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('invoices as i')
              .select('i.id')
              .whereRef('i.member_id', '=', 'm.id')
              .where('payment_id', 'is', null)
              .where('voided_at', 'is', null),
          ),
        ),
      )
      .orderBy('number')
      .execute();
    const member = pick(members, step);
    return member && openInvoice(app, member.id, 'Individual');
  },
};

async function assertBooksAgree(history: string[]): Promise<void> {
  const failures = failuresOf((await runBookChecks(app.db, app.clock.now())) ?? []);
  assert.deepEqual(
    failures.map(({ name, rows }) => [name, rows]),
    [],
    history.join('\n'),
  );
}

const percent = fc.integer({ min: 0, max: 99 });
const step = (kinds: (keyof typeof steps)[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    which: percent,
    share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 130 })),
  });
/** Registrations and payments come more often than their corrections. */
const history = fc.array(
  step([
    ...(Object.keys(steps) as (keyof typeof steps)[]),
    'register',
    'register',
    'pay',
    'pay',
    'pay',
  ]),
  { minLength: 200, maxLength: 200 },
);

test('property: after each ten steps of a random history of money, the books agree', async () => {
  let refused = 0;
  let made = 0;
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (all) => {
      const past: string[] = [];
      for (const [index, one] of all.entries()) {
        const reply = await steps[one.kind](one);
        past.push(JSON.stringify(one));
        const status = typeof reply === 'object' && 'status' in reply ? reply.status : 200;
        // What the application refuses is part of a history. It never fails.
        assert.ok(status < 500, `${status} of ${JSON.stringify(one)}`);
        if (status < 400 && reply !== undefined) {
          made += 1;
          kinds.add(one.kind);
        } else refused += 1;
        if (index % 10 === 9) await assertBooksAgree(past);
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  assert.ok(made > refused, `${made} made, ${refused} refused or without a row`);
  assert.deepEqual([...kinds].toSorted(), Object.keys(steps).toSorted());
});

test('property: the order of payments of different invoices does not change the books', async () => {
  const payments = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 4, maxLength: 8 });
  /** Sums by invoice: what is paid, what is left as a credit, and how long the membership is. */
  async function booksAfter(cents: number[], order: number[]) {
    const invoices: string[] = [];
    for (const _ of cents) {
      const email = `history-${++people}@example.org`;
      invoices.push((await registered(app, { email })).invoiceId);
    }
    for (const place of order) {
      for (const share of [40, 60]) {
        const amount = Math.max(1, Math.round(((cents[place] ?? 0) * share) / 100)) / 100;
        const params = { id: invoices[place] ?? '' };
        await callApi(app, processInvoicePayment, { params, body: { amount } }, as);
      }
    }
    const rows = await app.db
      .selectFrom('invoices as i')
      .leftJoin('payments as p', 'p.invoice_id', 'i.id')
      .leftJoin('membership_periods as m', 'm.invoice_id', 'i.id')
      .select(['i.id', 'i.paid_cents', 'm.starts_on', 'm.ends_on'])
      .select(({ fn }) => fn.sum<number>('p.credit_cents').as('credit'))
      .where('i.id', 'in', invoices)
      .groupBy(['i.id', 'm.id'])
      .execute();
    return invoices.map((id) => {
      const { id: _id, ...row } = rows.find((one) => one.id === id) ?? { id };
      return row;
    });
  }
  await fc.assert(
    fc.asyncProperty(
      payments.chain((cents) =>
        fc.tuple(
          fc.constant(cents),
          fc.shuffledSubarray([...cents.keys()], {
            minLength: cents.length,
            maxLength: cents.length,
          }),
        ),
      ),
      async ([cents, order]) => {
        assert.deepEqual(
          await booksAfter(cents, order),
          await booksAfter(cents, [...cents.keys()]),
        );
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  await assertBooksAgree([]);
});
