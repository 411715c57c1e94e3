import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { deleteDonation, updateDonation } from '#contract/donations/admin-endpoints.ts';
import { deleteInvoice, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { getPaymentForm } from '#contract/payments/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { eraseMoneyOf } from '#server/features/privacy/erase/erase-person.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { failed, concurrently } from '#test/support/concurrent.ts';
import {
  judgeDue,
  notify,
  pledged,
  shown,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered } from '#test/support/people.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newInvoice = async () =>
  (await registered(app, { email: `asked-${++people}@example.org` })).invoiceId;
const pay = (id: string, amount: number) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { amount } }, as);
const voided = (id: string) =>
  callApi(app, voidInvoice, { params: { id }, body: { reason: 'A mistake' } }, as);
const undone = (id: string, keepAsCredit = false) =>
  callApi(
    app,
    undoInvoicePayment,
    { params: { id }, body: { reason: 'A mistake', keepAsCredit } },
    as,
  );
const balanceOf = async (id: string) => (await readInvoice(app.db, id)).balance;

/** The provider reports a payment of this amount in rand. */
async function paidByCard(
  id: string,
  amount: number,
  kind: 'subscription' | 'donation' = 'subscription',
) {
  const fields = toldOf(id, { amount_gross: amount.toFixed(2) });
  await notify(app, kind, signed(fields));
  await judgeDue(app);
}

/** [amount, counted, credit] of the card payments. */
async function cardMoney(invoiceId: string) {
  const { payments } = await rowsOf(app, invoiceId);
  return payments
    .filter(({ source }) => source === 'payfast')
    .map(({ amount_cents, counted_cents, credit_cents }) => [
      amount_cents,
      counted_cents,
      credit_cents,
    ])
    .toSorted((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** The credits in cents that an administrator was mailed about, of the payments of this invoice. */
async function officeMails(invoiceId: string) {
  const { payments } = await rowsOf(app, invoiceId);
  const mails = await app.db
    .selectFrom('mails')
    .innerJoin('users', 'users.email', 'mails.to_email')
    .select('about')
    .where('kind', '=', 'card-credit')
    .where('users.id', '=', admin.id)
    .execute();
  return mails
    .map(({ about }) => about as { paymentId: string; creditCents: number })
    .filter(({ paymentId }) => payments.some(({ id }) => id === paymentId))
    .map(({ creditCents }) => creditCents);
}

test('the balance that was asked counts up to what is to pay now, and the rest is a credit', async () => {
  const id = await newInvoice();
  await pay(id, 200);
  await pay(id, 100);
  await paidByCard(id, 250);
  assert.deepEqual(await cardMoney(id), [[25_000, 15_000, 10_000]]);
  assert.deepEqual(await officeMails(id), [10_000]);
  assert.equal(await balanceOf(id), 0);
  assert.equal((await shown(app, id))[0]?.verdict, 'settled');
});

test('of a paid or void invoice an earlier balance is a credit', async () => {
  for (const close of [(id: string) => pay(id, 250), voided]) {
    const id = await newInvoice();
    await pay(id, 200);
    assert.equal((await close(id)).status, 200);
    await paidByCard(id, 250);
    assert.deepEqual(await cardMoney(id), [[25_000, 0, 25_000]]);
    assert.deepEqual(await officeMails(id), [25_000]);
    assert.equal((await shown(app, id))[0]?.verdict, 'credit');
  }
});

test('a balance that was asked before a part was undone counts as a part', async () => {
  const id = await newInvoice();
  await pay(id, 200);
  await undone(id);
  await paidByCard(id, 250);
  assert.deepEqual(await cardMoney(id), [[25_000, 25_000, 0]]);
  assert.equal(await balanceOf(id), 200);
  assert.deepEqual(await officeMails(id), []);
});

test('a balance that was asked before a part was kept as a credit counts, too', async () => {
  const id = await newInvoice();
  await pay(id, 200);
  await undone(id, true);
  await paidByCard(id, 250);
  assert.equal(await balanceOf(id), 200);
});

test('parts that are undone together leave one balance between them and the whole', async () => {
  const id = await newInvoice();
  for (const amount of [100, 150, 50]) await pay(id, amount);
  const { payments } = await rowsOf(app, id);
  const first = payments.find(({ amount_cents }) => amount_cents === 10_000);
  const body = { reason: 'A mistake' };
  await callApi(app, undoPayment, { params: { id: first?.id ?? '' }, body }, as);
  await undone(id);
  // Asked were 450, 350, 200, 150, 250 and 450 again.
  await paidByCard(id, 300);
  assert.deepEqual(await cardMoney(id), [[30_000, 0, 30_000]]);
});

test('both of two forms for the whole and for the rest are money', async () => {
  const id = await newInvoice();
  await pay(id, 400);
  await paidByCard(id, 450);
  await paidByCard(id, 50);
  assert.deepEqual(await cardMoney(id), [
    [5000, 0, 5000],
    [45_000, 5000, 40_000],
  ]);
});

test('an amount that was never asked pays nothing: all of it waits as a credit', async () => {
  for (const amount of [449.99, 450.01, 5]) {
    const id = await newInvoice();
    await paidByCard(id, amount);
    const cents = Math.round(amount * 100);
    assert.deepEqual(await cardMoney(id), [[cents, 0, cents]]);
    assert.deepEqual(await officeMails(id), [cents]);
    assert.equal(await balanceOf(id), 450);
    const [row] = await shown(app, id);
    assert.equal(row?.verdict, 'credit');
    assert.equal(row.checks.find(({ name }) => name === 'amount')?.outcome, 'failed');
  }
});

test('an amount of a donation that was never asked is a credit, and the donation stays open', async () => {
  const id = await pledged(app);
  await paidByCard(id, 449.99, 'donation');
  const row = await app.db
    .selectFrom('payments')
    .select(['counted_cents', 'credit_cents'])
    .where('donation_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { counted_cents: 0, credit_cents: 44_999 });
});

const edited = (id: string, amount: number) =>
  callApi(app, updateDonation, { params: { id }, body: { amount } }, as);

async function moneyOfDonation(id: string) {
  const rows = await app.db
    .selectFrom('payments')
    .select(['counted_cents', 'credit_cents'])
    .where('donation_id', '=', id)
    .execute();
  return rows.map(({ counted_cents, credit_cents }) => [counted_cents, credit_cents]);
}

test('the amount from before a donation was lowered counts, and the rest is a credit', async () => {
  const id = await pledged(app);
  await edited(id, 300);
  await edited(id, 250);
  await paidByCard(id, 300, 'donation');
  assert.deepEqual(await moneyOfDonation(id), [[25_000, 5000]]);
  assert.equal((await shown(app, id))[0]?.verdict, 'settled');
});

test('the amount from before a donation was raised is a credit, and passes its check', async () => {
  const id = await pledged(app, 300);
  await edited(id, 450);
  await paidByCard(id, 300, 'donation');
  assert.deepEqual(await moneyOfDonation(id), [[0, 30_000]]);
  const [row] = await shown(app, id);
  assert.equal(row?.verdict, 'credit');
  const check = row.checks.find(({ name }) => name === 'amount');
  assert.equal(check?.outcome, 'passed');
  assert.match(await officeMailOf(30_000), /or less than the donation/);
});

async function officeMailOf(cents: number) {
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'card-credit')
    .where(sql`about -> 'creditCents'`, '=', sql`to_jsonb(${cents}::integer)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const message = await renderEmail({ db: app.db, publicUrl: 'https://members.example.org', mail });
  return message?.text ?? '';
}

test('money for a donation or an invoice that was deleted is a credit of the payer, once', async () => {
  const { memberId } = await registered(app, { email: `asked-${++people}@example.org` });
  const cap = await createInvoice(app.ctx(), {
    memberId,
    line: 'A cap',
    amount: 120,
    paymentType: 'Credit Card',
  });
  const donation = await pledged(app, 120);
  await callApi(app, deleteInvoice, { params: { id: cap.id } }, as);
  await callApi(app, deleteDonation, { params: { id: donation } }, as);
  for (const [id, kind] of [
    [cap.id, 'subscription'],
    [donation, 'donation'],
  ] as const) {
    const fields = toldOf(id, { amount_gross: '120.00', name_first: 'Sipho', name_last: 'Nkosi' });
    for (const _ of ['sent', 'sent again']) {
      await notify(app, kind, signed(fields));
      await judgeDue(app);
    }
    const verdicts = (await shown(app, id)).map(({ verdict }) => verdict);
    assert.deepEqual(new Set(verdicts), new Set(['already', 'credit']));
    const reference = `payfast:${fields.find(({ name }) => name === 'pf_payment_id')?.value}`;
    const payment = await app.db
      .selectFrom('payments')
      .select(['id', 'payer_name', 'method', 'credit_cents'])
      .where('external_reference', '=', reference)
      .executeTakeFirstOrThrow();
    assert.deepEqual(payment, {
      id: payment.id,
      payer_name: 'Sipho Nkosi',
      method: 'Credit Card',
      credit_cents: 12_000,
    });
    assert.match(
      await officeMailOf(12_000),
      /R120\.00 was paid by card for a record that was deleted/,
    );
    await eraseMoneyOf(app.ctx(), payment.id);
    const messages = await app.db
      .selectFrom('card_notifications')
      .select('body')
      .where('record_id', '=', id)
      .execute();
    assert.deepEqual(
      messages.map(({ body }) => body.length),
      [0, 0],
    );
  }
  await assertBooksAgree(app);
});

test('money for an id that was never here is refused', async () => {
  const id = randomUUID();
  await paidByCard(id, 450);
  assert.equal((await shown(app, id))[0]?.verdict, 'refused');
});

test('money that is not confirmed is no money, whatever its amount', async () => {
  const id = await newInvoice();
  provider.answer = (_, response) => response.end('INVALID');
  await paidByCard(id, 449.99);
  provider.answer = (_, response) => response.end('VALID');
  assert.deepEqual(await cardMoney(id), []);
  assert.deepEqual(await officeMails(id), []);
});

test('twenty messages at once of asked and other amounts: each is one payment, mailed once', async () => {
  const id = await newInvoice();
  await pay(id, 200);
  const amounts = Array.from({ length: 20 }, (_, index) => [450, 250, 17][index % 3] ?? 0);
  const bodies = amounts.map((amount) => signed(toldOf(id, { amount_gross: amount.toFixed(2) })));
  // And each a second time.
  for (let round = 0; round < 2; round++) {
    const sent = await concurrently(20, (place) =>
      notify(app, 'subscription', bodies[place] ?? ''),
    );
    assert.deepEqual(failed(sent), []);
    await judgeDue(app);
  }
  const rows = await cardMoney(id);
  assert.equal(rows.length, 20);
  const sum = (place: number) => rows.reduce((total, row) => total + (row[place] ?? 0), 0);
  assert.deepEqual(
    [sum(0), sum(1), sum(1) + sum(2)],
    [amounts.reduce((a, b) => a + b) * 100, 25_000, sum(0)],
  );
  assert.equal((await officeMails(id)).length, rows.filter((row) => row[2] !== 0).length);
  await assertBooksAgree(app);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('part' as const), share: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'keep' as const), share: fc.nat(99) }),
  fc.record({ kind: fc.constant('card' as const), share: fc.nat(99) }),
  fc.record({ kind: fc.constant('odd' as const), share: fc.nat(99) }),
);

test('property: whatever happens between the form and the message, confirmed money is a payment or a credit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 12 }),
      fc.nat(12),
      async (steps, voidAt) => {
        const id = await newInvoice();
        const asked = new Set([450]);
        let confirmed = 0;
        for (const [place, { kind, share }] of steps.entries()) {
          if (place === voidAt) await voided(id);
          const balance = await balanceOf(id);
          if (balance > 0) asked.add(balance);
          const before = await cardMoney(id);
          if (kind === 'part' && balance > 0.05)
            await pay(id, Math.max(0.01, Math.round(balance * share) / 100));
          if (kind === 'undo' || kind === 'keep') {
            const { payments } = await rowsOf(app, id);
            const parts = payments.filter(({ counts_for }) => counts_for !== null);
            const part = parts[share % Math.max(1, parts.length)];
            const body = {
              reason: 'A mistake',
              keepAsCredit: kind === 'keep' || part?.source === 'payfast',
            };
            if (part) await callApi(app, undoPayment, { params: { id: part.id }, body }, as);
          }
          if (kind === 'card' || kind === 'odd') {
            const amounts = [...asked];
            const amount =
              kind === 'card' ? (amounts[share % amounts.length] ?? 0) : 450 + (share + 1) / 100;
            await paidByCard(id, amount);
            confirmed += Math.round(amount * 100);
            const after = await cardMoney(id);
            assert.equal(after.length, before.length + 1);
            const counted = (rows: number[][]) => rows.reduce((sum, row) => sum + (row[1] ?? 0), 0);
            const counts = kind === 'card' ? Math.min(balance, amount) : 0;
            assert.equal(counted(after) - counted(before), Math.round(counts * 100));
          }
          const rows = await cardMoney(id);
          assert.equal(
            rows.reduce((sum, row) => sum + (row[1] ?? 0) + (row[2] ?? 0), 0),
            confirmed,
          );
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
  await assertBooksAgree(app);
});

test('a form is fetched without a trace', async () => {
  const id = await newInvoice();
  const count = async () =>
    (await app.db.selectFrom('ledger_entries').select('id').where('record_id', '=', id).execute())
      .length;
  const before = await count();
  const { data } = await callApi(app, getPaymentForm, { params: { type: 'subscription', id } });
  assert.equal(data.fields.length, 12);
  assert.equal(await count(), before);
});

test('money that comes after a failed attempt is the last outcome', async () => {
  const id = await newInvoice();
  await notify(app, 'subscription', signed(toldOf(id, { payment_status: 'FAILED' })));
  await judgeDue(app);
  assert.equal((await readInvoice(app.db, id)).state, 'failed');
  await paidByCard(id, 449.99);
  assert.equal((await readInvoice(app.db, id)).state, 'unpaid');
});
