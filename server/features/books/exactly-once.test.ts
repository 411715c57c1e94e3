import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { openInvoice } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { judgeDue, notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi } from '#test/support/people.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { token } = await naledi(app);
const bank = openMatching(app, token);

/** Copies that the provider sends of one notification. */
const copies = 5;

/** Members, each with an open invoice and a bank line that pays it. */
async function openInvoices(count: number) {
  const members = await addManyMembers(app, count, {
    lastName: `Once${count}`,
    endsOn: '2027-12-31',
  });
  const invoices: string[] = [];
  for (const id of members) invoices.push(await openInvoice(app, id, 'Individual'));
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM invoices WHERE id = ANY (${invoices}::uuid[])
    ORDER BY array_position(${invoices}::uuid[], id)`.execute(app.db);
  const lines = await bank.imported(
    rows.map(({ number }) => ({ text: paymentReference('INV', number), rand: 450 })),
  );
  return { invoices, lines };
}

/** As it is suggested. If the suggestion is out of date it is read again, as on the page. */
async function bookLine(id: string): Promise<void> {
  for (let status = 409; status !== 200;) {
    ({ status } = await bank.bookFirst(id));
    assert.ok([200, 400, 409].includes(status), String(status));
  }
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
  atBank: number;
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
      (count(*) FILTER (WHERE p.source = 'bank'))::int AS "atBank",
      sum(p.amount_cents)::int AS money, sum(p.credit_cents)::int AS credit,
      (SELECT count(*)::int FROM mails AS m
        WHERE m.kind = 'receipt' AND m.about ->> 'invoiceId' = i.id::text) AS receipts,
      (SELECT count(*)::int FROM membership_periods AS m WHERE m.invoice_id = i.id) AS periods
    FROM invoices AS i JOIN payments AS p ON p.invoice_id = i.id
    WHERE i.id = ANY (${invoices}::uuid[]) GROUP BY i.id`.execute(app.db);
  return rows;
}

/** Each line is money of its own, or the payment that an administrator recorded before. */
async function assertMatchedOnce(lines: string[]): Promise<void> {
  const { rows } = await sql<{ matches: number; payments: number }>`
    SELECT count(m.id)::int AS matches, count(p.id)::int AS payments
    FROM bank_lines AS l
    LEFT JOIN bank_matches AS m ON m.line_id = l.id AND m.reversed_at IS NULL
    LEFT JOIN payments AS p ON p.id = m.payment_id AND p.amount_cents = l.amount_cents
      AND p.source = CASE m.kind WHEN 'recorded' THEN 'administrator' ELSE 'bank' END
    WHERE l.id = ANY (${lines}::uuid[]) AND l.state = 'matched' GROUP BY l.id`.execute(app.db);
  assert.equal(rows.length, lines.length);
  assert.ok(rows.every(({ matches, payments }) => matches === 1 && payments === 1));
}

for (const [count, run] of [
  [10, ''],
  [200, ' @full'],
] as const) {
  test(`${count} invoices get copies of a notification, a second payment, an administrator and a bank line at once, and are paid once${run}`, async () => {
    const { invoices, lines } = await openInvoices(count);
    const refused: number[] = [];
    const calls = invoices.flatMap((id, place) => {
      const [first, second] = [signed(toldOf(id)), signed(toldOf(id))];
      const told = [...Array.from({ length: copies }, () => first), second];
      return [
        ...told.map((body) => async () => {
          const { statusCode } = await notify(app, 'subscription', body);
          assert.equal(statusCode, 200);
        }),
        () => bookLine(lines[place] ?? ''),
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
      assert.ok(one.byHand <= 1 && one.atBank <= 1, JSON.stringify(one));
      assert.equal(money, amount * (2 + one.byHand + one.atBank));
      assert.equal(one.credit, money - amount, 'the rest is visible');
    }
    await assertMatchedOnce(lines);
    await assertBooksAgree(app);
  });
}
