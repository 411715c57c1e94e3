import assert from 'node:assert/strict';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { registered } from '#test/support/people.ts';

/** Payments in parts, and credits that were refunded, carried on, given and taken back. */
export async function addNastyMoney(app: TestApp, token: string): Promise<void> {
  const { pay, refund, carry, undo, undoUse, ...run } = callsOf(app, token);
  await pay('open-part', 200, '2027-02-27');
  await pay('two-months', 100, '2027-01-31');
  await pay('two-months', null, '2027-03-01');
  // On one day, the last one pays the invoice.
  for (const [minute, amount] of [158, 159, null].entries()) {
    app.clock.set(`2027-03-10T09:0${minute}:00Z`);
    await pay('one-day', amount);
  }
  const overpaid = await pay('overpaid', 1500, '2027-03-02');
  await refund(overpaid, 100);
  await undoUse(await refund(overpaid, 50));
  await carry(overpaid, 'carried-part', 150);
  await carry(overpaid, 'carried-whole', 475.25);
  await undo(await pay('undone-part', 120));
  await pay('undone-part', 30);
  const money = await run.recordMoney(300);
  await run.give(money, 120);
  await run.close(money);
  const second = await run.recordMoney(75.5);
  await undo(await carry(second, 'undone-carried', 40.25));
  await undo(await run.recordMoney(10));
  await undo(await pay('kept', 80), true);
  const donation = await donate(app.ctx(), {
    firstName: 'Too',
    lastName: 'Much',
    email: 'much@donors.example',
    amount: 50,
    donationTypeId: await donationTypeId(app, 'EFT'),
  });
  const paid = { source: 'payfast', externalReference: 'PF-3', amountCents: 60_00 } as const;
  await settleDonation(app.ctx(), { donationId: donation.id, ...paid });
}

function callsOf(app: TestApp, token: string) {
  const as = { token };
  const invoices = new Map<string, string>();

  async function invoiceOf(name: string): Promise<string> {
    const id =
      invoices.get(name) ?? (await registered(app, { email: `${name}@example.org` })).invoiceId;
    invoices.set(name, id);
    return id;
  }
  return {
    /** Without an amount, what is left. */
    pay: (name: string, amount: number | null, paidOn?: string) =>
      adding(app, 'payments', async () => {
        const rest = amount === null ? {} : { amount };
        const body = { ...rest, paidOn, paidBy: 'Cash', bankReference: '=1;-2' } as const;
        const params = { id: await invoiceOf(name) };
        done(await callApi(app, processInvoicePayment, { params, body }, as));
      }),
    carry: (id: string, name: string, amount: number) =>
      adding(app, 'payments', async () => {
        const body = { invoiceId: await invoiceOf(name), amount };
        done(await callApi(app, credits.carryCredit, { params: { id }, body }, as));
      }),
    recordMoney: (amount: number) =>
      adding(app, 'payments', async () => {
        const body = { payerName: '=Pat; "P', amount, paidOn: '2027-03-04' };
        done(await callApi(app, credits.recordMoney, { body }, as));
      }),
    undo: async (id: string, keepAsCredit?: boolean) => {
      const body = { reason: '-A mistake', keepAsCredit };
      done(await callApi(app, undoPayment, { params: { id }, body }, as));
    },
    ...usesOf(app, token),
  };
}

function usesOf(app: TestApp, token: string) {
  const as = { token };
  return {
    refund: (id: string, amount: number) =>
      adding(app, 'credit_uses', async () => {
        const text = { reference: '-7;=1', reason: 'By phone;=sum "x"' };
        const body = { amount, refundedOn: '2027-03-05', ...text };
        done(await callApi(app, credits.refundCredit, { params: { id }, body }, as));
      }),
    give: async (id: string, amount: number) => {
      const body = { amount, firstName: 'Gift', lastName: 'Giver', email: 'gift@example.org' };
      done(await callApi(app, credits.donateCredit, { params: { id }, body }, as));
    },
    close: async (id: string) => {
      const body = { reason: '=Written off' };
      done(await callApi(app, credits.closeCredit, { params: { id }, body }, as));
    },
    undoUse: async (id: string) => {
      const body = { reason: '@Not sent' };
      done(await callApi(app, credits.undoCreditUse, { params: { id }, body }, as));
    },
  };
}

/** Answers the id of the row that the call adds. */
async function adding(
  app: TestApp,
  table: 'payments' | 'credit_uses',
  call: () => Promise<void>,
): Promise<string> {
  const idsNow = async () =>
    new Set((await app.db.selectFrom(table).select('id').execute()).map(({ id }) => id));
  const before = await idsNow();
  await call();
  const [added] = (await idsNow()).difference(before);
  assert.ok(added);
  return added;
}

function done({ status, message }: { status: number; message: string | null }): void {
  assert.ok(status < 300, message ?? '');
}
