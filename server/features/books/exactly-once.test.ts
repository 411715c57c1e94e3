import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { failuresOf } from '#contract/books/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { sealEntries } from '#server/features/seals/seal-entries.ts';
import { openTestApp } from '#test/support/app.ts';
import { openInvoice } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { judgeDue, notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi } from '#test/support/people.ts';
import { evaluateBooks } from './run-checks.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { token } = await naledi(app);

/** Copies that the provider sends of one notification. */
const copies = 5;

async function openInvoices(count: number): Promise<string[]> {
  const members = await addManyMembers(app, count, {
    lastName: `Once${count}`,
    endsOn: '2027-12-31',
  });
  const invoices: string[] = [];
  for (const id of members) invoices.push(await openInvoice(app, id, 'Individual'));
  return invoices;
}

/** Starts them in another order than they are written, a few at a time, as a web server gets them. */
async function atOnce(calls: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = calls.toSorted(() => Math.random() - 0.5);
  const clients = Array.from({ length: 20 }, async () => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) await call();
  });
  await Promise.all(clients);
}

interface Paid {
  invoice: string;
  paid: number;
  amount: number;
  counting: number;
  cards: number;
  byHand: number;
  money: number;
  credit: number;
  receipts: number;
  periods: number;
}

async function readPaid(invoices: string[]): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    SELECT i.id AS invoice, i.paid_cents AS paid, i.amount_cents AS amount,
      count(p.counts_for)::int AS counting,
      (count(*) FILTER (WHERE p.source = 'payfast'))::int AS cards,
      (count(*) FILTER (WHERE p.source = 'administrator'))::int AS "byHand",
      sum(p.amount_cents)::int AS money, sum(p.credit_cents)::int AS credit,
      (SELECT count(*)::int FROM mails AS m
        WHERE m.kind = 'receipt' AND m.about ->> 'invoiceId' = i.id::text) AS receipts,
      (SELECT count(*)::int FROM membership_periods AS m WHERE m.invoice_id = i.id) AS periods
    FROM invoices AS i JOIN payments AS p ON p.invoice_id = i.id
    WHERE i.id = ANY (${invoices}::uuid[]) GROUP BY i.id`.execute(app.db);
  return rows;
}

for (const [count, run] of [
  [10, ''],
  [200, ' @full'],
] as const) {
  test(`${count} invoices get copies of a notification, a second payment and an administrator at once, and are paid once${run}`, async () => {
    const invoices = await openInvoices(count);
    const refused: number[] = [];
    const calls = invoices.flatMap((id) => {
      const [first, second] = [signed(toldOf(id)), signed(toldOf(id))];
      const told = [...Array.from({ length: copies }, () => first), second];
      return [
        ...told.map((body) => async () => {
          const { statusCode } = await notify(app, 'subscription', body);
          assert.equal(statusCode, 200);
        }),
        async () => {
          const { status } = await callApi(
            app,
            processInvoicePayment,
            { params: { id }, body: {} },
            { token },
          );
          if (status !== 200) refused.push(status);
        },
      ];
    });
    const sending = { isOver: false };
    const worker = async () => {
      while (!sending.isOver) await judgeDue(app);
    };
    const workers = [worker(), worker()];
    await atOnce(calls);
    sending.isOver = true;
    await Promise.all(workers);
    await judgeDue(app);

    assert.deepEqual(refused, []);
    const paid = await readPaid(invoices);
    assert.equal(paid.length, count);
    for (const one of paid) {
      const { amount, money } = one;
      assert.deepEqual(
        [one.paid, one.counting, one.cards, one.receipts, one.periods],
        [amount, 1, 2, 1, 1],
        JSON.stringify(one),
      );
      assert.ok(one.byHand <= 1, JSON.stringify(one));
      assert.equal(money, amount * (2 + one.byHand));
      assert.equal(one.credit, money - amount, 'the rest is visible');
    }
    await sealEntries(app);
    const failures = failuresOf(await evaluateBooks(app.db, app.clock.now()));
    assert.deepEqual(failures, []);
  });
}
