import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { createMemberType } from '#contract/member-types/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { partTexts } from '#contract/payments/part-payment.ts';
import {
  membershipPaymentTexts as texts,
  previewMembershipPayment,
  recordMembershipPayment as endpoint,
} from '#contract/payments/membership-payment.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { archive, membershipOf, rowsOf, setStatusByHand } from '#test/support/assertions.ts';
import { entered, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
let people = 0;
const email = () => `record-${++people}@example.org`;

type Body = InputOf<typeof endpoint>['body'];

const record = (id: string, body: Partial<Body> = {}, options: object = {}) =>
  callApi(
    app,
    endpoint,
    { params: { id }, body: { paidUntil: null, ...body } },
    { token, ...options },
  );
const preview = (id: string, query: { memberTypeId?: string; paidOn?: string } = {}) =>
  callApi(app, previewMembershipPayment, { params: { id }, query }, { token });
const invoicesOf = (memberId: string) =>
  app.db
    .selectFrom('invoices')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('number')
    .execute();
const mailsTo = async (address: string) => {
  const mails = app.db.selectFrom('mails').select('kind').where('to_email', '=', address);
  return (await mails.execute()).map(({ kind }) => kind).toSorted();
};

test('the payment of an open invoice settles it, and only the receipt is mailed', async () => {
  const thandi = await registered(app, { email: email() });
  const { data } = await preview(thandi.memberId, { paidOn: '2027-03-03' });
  const { status, data: reply } = await record(thandi.memberId, {
    paidOn: '2027-03-03',
    paidBy: 'Cash',
    bankReference: 'DEP 12',
  });
  assert.equal(status, 200);
  const { invoice, payments } = await rowsOf(app, thandi.invoiceId);
  assert.deepEqual([payments.length, payments[0]?.id], [1, invoice.payment_id]);
  assert.deepEqual(
    [reply.invoice.id, reply.invoice.paymentType, reply.invoice.paidBy, reply.invoice.paidOn],
    [thandi.invoiceId, 'EFT', 'Cash', '2027-03-03'],
  );
  assert.deepEqual([reply.invoice.bankReference, reply.invoice.sentUtc], ['DEP 12', null]);
  assert.deepEqual([data.amount, data.invoiceNumber], [450, reply.invoice.invoiceNumber]);
  const member = await membershipOf(app, thandi.memberId);
  assert.deepEqual([member.status, member.periods], ['Active', [[data.startsOn, data.validUntil]]]);
  assert.deepEqual([reply.validUntil, data.validUntil], ['2028-03-02', '2028-03-02']);
  assert.deepEqual(await mailsTo(thandi.email), ['receipt']);
});

test('an invoice that was mailed before stays sent', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  await app.db
    .updateTable('mails')
    .set({ sent_at: app.clock.now(), next_attempt_at: null })
    .execute();
  const { data } = await record(memberId);
  assert.deepEqual(
    [data.invoice.id, data.invoice.sentUtc],
    [invoiceId, new Date(testStart).toISOString()],
  );
});

test('without an open invoice, one is made, settled and not mailed', async () => {
  const member = await entered(app, token, { email: email() });
  const before = await preview(member.id);
  assert.deepEqual([before.data.invoiceNumber, before.data.paidUntil], [null, null]);
  const { data } = await record(member.id, { amount: 450, paidBy: 'EFT' });
  const [invoice, ...others] = await invoicesOf(member.id);
  assert.deepEqual([others, invoice?.id, invoice?.sent_at], [[], data.invoice.id, null]);
  assert.deepEqual(
    [data.invoice.line, data.invoice.amount, data.invoice.paymentType, data.validUntil],
    ['Membership: Individual', 450, 'EFT', '2028-03-09'],
  );
  assert.equal((await membershipOf(app, member.id)).status, 'Active');
  assert.deepEqual(await mailsTo(member.email), ['invitation', 'receipt']);
});

test('an expired member is renewed from the payment date, a current one from the end of the period', async () => {
  for (const [endsOn, validUntil] of [
    ['2026-01-01', '2028-03-09'],
    ['2027-03-31', '2028-03-31'],
    ['2027-12-31', '2028-12-31'],
  ] as const) {
    const [id = ''] = await addManyMembers(app, 1, { lastName: `Ends${++people}`, endsOn });
    assert.equal((await preview(id)).data.validUntil, validUntil);
    const { data } = await record(id, { paidUntil: endsOn });
    assert.equal(data.validUntil, validUntil);
    assert.equal((await membershipOf(app, id)).periods.at(-1)?.[1], validUntil);
  }
});

test('the preview is what is recorded, for every payment day and year end', async () => {
  const setYearEnd = (day: string | null) =>
    app.db.updateTable('company_info').set({ membership_expiry_date: day }).execute();
  for (const yearEnd of [null, '2020-02-29', '2020-12-31', '2020-04-30']) {
    await setYearEnd(yearEnd);
    for (const paidOn of ['2026-03-09', '2026-08-31', '2027-02-28', '2027-03-10']) {
      for (const endsOn of [null, '2026-01-31', '2027-03-31']) {
        const id =
          endsOn === null
            ? (await registered(app, { email: email() })).memberId
            : (await addManyMembers(app, 1, { lastName: `Plan${++people}`, endsOn }))[0]!;
        const { data } = await preview(id, { paidOn });
        const { data: reply } = await record(id, { paidOn, paidUntil: endsOn });
        const { periods } = await membershipOf(app, id);
        assert.deepEqual(periods.at(-1), [data.startsOn, data.validUntil], paidOn);
        assert.equal(reply.validUntil, data.validUntil);
      }
    }
  }
  await setYearEnd(null);
});

test('a part of the fee extends nothing, and the rest does', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  const part = await record(memberId, { amount: 400, balance: 450 });
  assert.deepEqual([part.status, part.data.validUntil], [200, null]);
  assert.deepEqual([part.data.invoice.isPaid, part.data.invoice.balance], [false, 50]);
  assert.deepEqual((await membershipOf(app, memberId)).periods, []);
  const again = await record(memberId, { amount: 400, balance: 450 });
  assert.deepEqual([again.status, again.message], [409, partTexts.balanceChanged(400, 50)]);
  assert.equal((await preview(memberId)).data.amount, 50);
  const rest = await record(memberId, { amount: 50, balance: 50 });
  assert.deepEqual([rest.data.invoice.isPaid, rest.data.invoice.id], [true, invoiceId]);
  assert.equal((await membershipOf(app, memberId)).periods.length, 1);
});

test('an open invoice keeps the fee that was demanded', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  const setFee = (fee_cents: number) =>
    app.db
      .updateTable('member_types')
      .set({ fee_cents })
      .where('name', '=', 'Individual')
      .execute();
  await setFee(50_000);
  assert.equal((await preview(memberId)).data.amount, 450);
  const { data } = await record(memberId, { amount: 450 });
  await setFee(45_000);
  assert.deepEqual([data.invoice.id, data.invoice.amount], [invoiceId, 450]);
});

test('another member type voids the open invoice, makes one of its fee and sets the type', async () => {
  const thandi = await registered(app, { email: email() });
  const memberTypeId = await typeId(app, 'Pensioner');
  const { data } = await preview(thandi.memberId, { memberTypeId });
  const [old] = await invoicesOf(thandi.memberId);
  assert.deepEqual([data.amount, data.invoiceNumber], [250, null]);
  assert.match(data.voidsInvoice ?? '', /^INV-\d{5}$/);
  const reply = await record(thandi.memberId, { memberTypeId, amount: 250 });
  assert.deepEqual([reply.status, reply.data.invoice.amount], [200, 250]);
  const [voided, paid] = await invoicesOf(thandi.memberId);
  assert.deepEqual([voided?.id, voided?.void_reason], [old?.id, 'Another member type was chosen']);
  assert.equal(paid?.id, reply.data.invoice.id);
  assert.equal((await membershipOf(app, thandi.memberId)).type, 'Pensioner');
  assert.deepEqual(await mailsTo(thandi.email), ['receipt']);
});

test('a payment is refused if the membership has changed since the administrator saw it', async () => {
  const { memberId } = await registered(app, { email: email() });
  assert.equal((await record(memberId)).status, 200);
  const again = await record(memberId);
  assert.deepEqual([again.status, again.message], [409, texts.changed('2028-03-09')]);
  const early = await record(memberId, { paidUntil: '2028-03-09' });
  assert.deepEqual([early.status, early.data.validUntil], [200, '2029-03-09']);
  assert.equal((await invoicesOf(memberId)).length, 2);
});

test('the same idempotency key records the payment once', async () => {
  const { memberId } = await registered(app, { email: email() });
  const headers = { 'idempotency-key': 'record-once' };
  const replies = [];
  for (let times = 0; times < 3; times++) replies.push(await record(memberId, {}, { headers }));
  assert.deepEqual(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await invoicesOf(memberId)).length, 1);
  const other = await record(memberId, { bankReference: 'Other' }, { headers });
  assert.equal(other.status, 409);
});

test('a bad day, an unknown type and an unknown member are refused', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  for (const [body, field, message] of [
    [{ paidOn: '2027-03-11' }, 'paidOn', paymentTexts.paidInFuture],
    [{ paidOn: '2026-03-08' }, 'paidOn', paymentTexts.paidTooEarly],
    [{ memberTypeId: randomUUID() }, 'memberTypeId', 'Please select a member type.'],
  ] as const) {
    const { status, errors } = await record(memberId, body);
    assert.deepEqual([status, errors], [400, [{ field, message }]]);
  }
  const empty = { memberTypeId: '00000000-0000-0000-0000-000000000000' };
  assert.equal((await preview(memberId, empty)).data.amount, 450);
  assert.equal((await record(randomUUID())).status, 404);
  assert.equal((await preview(randomUUID())).status, 404);
  assert.deepEqual((await rowsOf(app, invoiceId)).payments, []);
});

test('a free type and an archived member have no payment to record', async () => {
  const name = `Honorary ${randomUUID()}`;
  const free = await callApi(app, createMemberType, { body: { name, fee: 0 } }, { token });
  const { memberId } = await registered(app, { email: email() });
  const memberTypeId = free.data.id;
  for (const { status, message } of [
    await record(memberId, { memberTypeId }),
    await preview(memberId, { memberTypeId }),
  ]) {
    assert.deepEqual([status, message], [409, texts.isFree(name)]);
  }
  await archive(app, memberId);
  for (const { status, message } of [await record(memberId), await preview(memberId)]) {
    assert.deepEqual([status, message], [409, texts.archived]);
  }
});

test('a deactivated member stays deactivated, with the paid period', async () => {
  const { memberId } = await registered(app, { email: email() });
  await setStatusByHand(app, memberId, statusNames.deactivated, adminId);
  assert.equal((await record(memberId)).status, 200);
  const { status, periods } = await membershipOf(app, memberId);
  assert.deepEqual([status, periods.length], ['Deactivated', 1]);
});

test('only administrators can record a payment or see its preview', async () => {
  const { memberId, userId } = await registered(app, { email: email() });
  const own = await tokenOf(app, userId);
  const input = { params: { id: memberId }, query: {} };
  for (const [options, status] of [
    [{ token: own }, 403],
    [{ token: '' }, 401],
  ] as const) {
    assert.equal((await record(memberId, {}, options)).status, status);
    assert.equal((await callApi(app, previewMembershipPayment, input, options)).status, status);
  }
});

test('the payment can be undone like one of Process Payment', async () => {
  const { memberId, invoiceId } = await registered(app, { email: email() });
  await record(memberId);
  const body = { reason: 'Booked twice' };
  const undo = await callApi(
    app,
    undoInvoicePayment,
    { params: { id: invoiceId }, body },
    { token },
  );
  assert.deepEqual([undo.status, undo.data.isPaid, undo.data.paidBy], [200, false, null]);
  assert.deepEqual(await membershipOf(app, memberId).then(({ periods }) => periods), []);
  assert.equal((await record(memberId)).data.invoice.id, invoiceId);
});

test('the history of the member has one entry, with the invoice and the bank reference', async () => {
  const { memberId } = await registered(app, { email: email() });
  const { data } = await record(memberId, { bankReference: 'EFT 99' });
  const filters = { body: { subjectId: memberId } };
  const { results } = (await callApi(app, searchAudit, filters, { token })).data;
  assert.deepEqual(
    results.map(({ action, byName }) => [action, byName]),
    [['recordMembershipPayment', 'Naledi Khumalo']],
  );
  const { before, after } = results[0]!;
  assert.deepEqual([before['memberStatusName'], before['paidUntil']], ['Pending', null]);
  assert.deepEqual(
    [after['memberStatusName'], after['paidUntil'], after['bankReference']],
    ['Active', '2028-03-09', 'EFT 99'],
  );
  assert.equal(after['invoiceNumber'], data.invoice.invoiceNumber);
});
