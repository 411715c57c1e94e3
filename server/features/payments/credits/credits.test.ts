import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { closeCredit, creditTexts as texts, searchCredits } from '#contract/payments/credits.ts';
import { callApi } from '#test/support/call.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;
let payments = 1_089_250;

const newInvoice = async () =>
  (await registered(app, { email: `credit-${++people}@example.org` })).invoiceId;
const byCard = () => ({ source: 'payfast', externalReference: `payfast:${++payments}` }) as const;
const tell = async (invoiceId: string) =>
  (await settleInvoice(app.ctx(), { invoiceId, ...byCard() })).outcome;
const credits = async () => (await callApi(app, searchCredits, { body: {} }, as)).data;
const close = (id: string, reason = 'Refunded at PayFast') =>
  callApi(app, closeCredit, { params: { id }, body: { reason } }, as);

async function paidTwice(): Promise<string> {
  const invoiceId = await newInvoice();
  assert.deepEqual([await tell(invoiceId), await tell(invoiceId)], ['settled', 'credit']);
  return invoiceId;
}

test('a payment that pays no record is listed, with the record it was meant for', async () => {
  assert.deepEqual(await credits(), { results: [], totalCount: 0 });
  const invoiceId = await paidTwice();
  const { number } = (await rowsOf(app, invoiceId)).invoice;
  const { results, totalCount } = await credits();
  assert.equal(totalCount, 1);
  const { id, ...credit } = results[0]!;
  assert.deepEqual(credit, {
    kind: 'subscription',
    recordId: invoiceId,
    recordName: `INV-${String(number).padStart(5, '0')}`,
    payer: 'Thandi Dlamini',
    payerFirstName: 'Thandi',
    payerLastName: 'Dlamini',
    payerEmail: 'credit-1@example.org',
    amount: 450,
    owed: 0,
    money: 'here',
    hasGoneBack: false,
    keptVat: null,
    received: 450,
    paidOn: '2027-03-10',
    method: 'Credit Card',
    source: 'payfast',
    bankReference: null,
    providerId: '1089252',
    bankLineId: null,
    uses: [],
  });
  await close(id);
});

test('a credit is found by the name, the number and the email of the payer', async () => {
  const invoiceId = await paidTwice();
  const { number } = (await rowsOf(app, invoiceId)).invoice;
  for (const text of [`inv-${String(number).padStart(5, '0')}`, `credit-${people}@`]) {
    const { data } = await callApi(app, searchCredits, { body: { text } }, as);
    assert.deepEqual(
      data.results.map(({ recordId }) => recordId),
      [invoiceId],
      text,
    );
  }
  const named = await callApi(app, searchCredits, { body: { text: 'dlamini' } }, as);
  const credit = named.data.results.find(({ recordId }) => recordId === invoiceId);
  assert.equal(credit?.payer, 'Thandi Dlamini');
  await close(credit.id);
});

test('a second payment of a donation and a payment of a void invoice are listed as credits, newest first', async () => {
  const donationId = await pledged(app);
  const give = async () => (await settleDonation(app.ctx(), { donationId, ...byCard() })).outcome;
  assert.deepEqual([await give(), await give()], ['settled', 'credit']);
  app.clock.set('2027-03-10T09:00:00Z');
  const invoiceId = await newInvoice();
  const body = { reason: 'A mistake' };
  await callApi(app, voidInvoice, { params: { id: invoiceId }, body }, as);
  assert.equal(await tell(invoiceId), 'credit');
  const { results } = await credits();
  assert.deepEqual(
    results.map(({ kind, recordId }) => [kind, recordId]),
    [
      ['subscription', invoiceId],
      ['donation', donationId],
    ],
  );
  assert.match(results[1]!.recordName, /^DON-\d{5}$/);
  for (const { id } of results) await close(id);
});

test('a closed credit leaves the list, can be closed only once, and stays in the database', async () => {
  const invoiceId = await paidTwice();
  const { id, recordName } = (await credits()).results[0]!;
  const none = await close(id, ' ');
  assert.deepEqual([none.status, none.message], [400, 'Please give a reason.']);
  const outcomes = await concurrently(20, (n) => close(id, `Refunded ${n}`));
  for (const outcome of outcomes) {
    assert.equal(outcome.status === 'fulfilled' && outcome.value.status, 200);
  }
  assert.equal((await credits()).totalCount, 0);
  const uses = await app.db
    .selectFrom('credit_uses')
    .selectAll()
    .where('payment_id', '=', id)
    .execute();
  assert.deepEqual(
    uses.map(({ kind, amount_cents, recorded_by }) => [kind, amount_cents, recorded_by]),
    [['other', 45_000, admin.id]],
  );
  assert.match(uses[0]?.reason ?? '', /^Refunded \d+$/);
  const entries = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .execute();
  assert.deepEqual(
    entries.map(({ action, subject_kind, subject_name, after }) => [
      action,
      subject_kind,
      subject_name,
      after,
    ]),
    [
      [
        'closeCredit',
        'payment',
        `${recordName} of Thandi Dlamini`,
        { amount: 450, reason: uses[0]?.reason },
      ],
    ],
  );
  const paid = await callApi(app, getInvoice, { params: { id: invoiceId } }, as);
  assert.equal(paid.data.isPaid, true, 'the first payment still counts');
});

test('nothing is left of a payment that pays a record, and an unknown one gets a 404', async () => {
  const invoiceId = await newInvoice();
  await tell(invoiceId);
  const { payment_id } = (await rowsOf(app, invoiceId)).invoice;
  await close(payment_id ?? '');
  assert.equal((await rowsOf(app, invoiceId)).payments[0]?.used_cents, 0);
  const unknown = await close(randomUUID());
  assert.deepEqual([unknown.status, unknown.message], [404, texts.notFound]);
  assert.equal((await credits()).totalCount, 0);
});

test('exactly the payments that no record points to are credits', async () => {
  await paidTwice();
  const { rows } = await sql`
    SELECT id FROM payments AS p
    WHERE reversed_at IS NULL AND (counts_for IS NULL) = EXISTS (
      SELECT FROM invoices WHERE payment_id = p.id
      UNION ALL SELECT FROM donations WHERE payment_id = p.id)`.execute(app.db);
  assert.deepEqual(rows, []);
});
