import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { generateInvoice } from '#contract/renewals/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { isException } from '#server/features/books/exceptions/which-exceptions.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { addDays } from '#contract/calendar.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import {
  archive,
  lastUsed,
  membershipOf,
  rowsOf,
  setStatusByHand,
} from '#test/support/assertions.ts';
import { naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const office = await naledi(app);
/** A session token for that day. */
const admin = () => tokenOf(app, office.id);
/** A time when memberships paid on the first day are Due for Renewal. */
const dueDay = '2028-02-01T08:00:00Z';
let people = 0;

type Body = Parameters<typeof callApi<typeof generateInvoice>>[2]['body'];

async function generate(token: string, body: Partial<Body> & { memberId: string }) {
  const whole = { amount: 450, paymentType: 'EFT' as const, ...body };
  return callApi(app, generateInvoice, { body: whole }, { token });
}

/** A member who paid on the first day and is Due for Renewal now. */
async function dueMember(typeName = 'Individual') {
  app.clock.set(testStart);
  people += 1;
  const email = `renewing-${people}@example.org`;
  const memberTypeId = await typeId(app, typeName);
  const person = await registered(app, { email, memberTypeId });
  await settleInvoice(app.ctx(), { invoiceId: person.invoiceId, source: 'administrator' });
  app.clock.set(dueDay);
  await deriveStatuses(app.ctx());
  return { ...person, token: await tokenOf(app, person.userId) };
}

test('a member who is due gets the invoice by mail, and paying it adds the next year', async () => {
  const { memberId, token } = await dueMember();
  const { status, data } = await generate(token, { memberId: memberId.toUpperCase() });
  assert.equal(status, 200);
  const { invoice, mails } = await rowsOf(app, data!);
  assert.deepEqual(
    [invoice.amount_cents, invoice.payment_type, invoice.line, invoice.sent_at],
    [45_000, 'EFT', 'Membership: Individual', app.clock.now()],
  );
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['invoice'],
  );
  await settleInvoice(app.ctx(), { invoiceId: data!, source: 'administrator' });
  const { status: now, periods } = await membershipOf(app, memberId);
  assert.deepEqual([now, periods.at(-1)], ['Active', ['2028-03-10', '2029-03-09']]);
  assert.equal((await generate(token, { memberId })).status, 409, 'it is renewed');
});

test('a card renewal sends no mail, and a repeated request returns the same invoice with the new method', async () => {
  const { memberId, token } = await dueMember();
  const card = await generate(token, { memberId, paymentType: 'Credit Card' });
  assert.deepEqual((await rowsOf(app, card.data!)).mails, []);
  const eft = await generate(token, { memberId });
  assert.equal(eft.data, card.data);
  const { invoice, mails } = await rowsOf(app, eft.data!);
  assert.deepEqual([invoice.payment_type, mails.length], ['EFT', 1]);
  const again = await generate(token, { memberId, paymentType: 'Credit Card' });
  const { invoice: last, mails: sent } = await rowsOf(app, again.data!);
  assert.deepEqual([last.payment_type, sent.length], ['Credit Card', 1]);
});

test('an open invoice for something else, or a void renewal, is not reused', async () => {
  const { memberId, token } = await dueMember();
  const cap = { memberId, line: 'A cap', amount: 450, paymentType: 'EFT' } as const;
  const { id } = await createInvoice(app.ctx(), cap);
  const first = await generate(token, { memberId });
  assert.equal((await rowsOf(app, id)).invoice.voided_at, null);
  await voidMembershipInvoice(app.ctx(), memberId, 'A mistake');
  const second = await generate(token, { memberId });
  assert.notEqual(second.data, first.data);
  assert.equal((await rowsOf(app, second.data!)).invoice.voided_at, null);
});

test('a voiding by the application or by a member has an entry in the audit log, and is no exception', async () => {
  const { memberId, token } = await dueMember('Student');
  const first = (await generate(token, { memberId, amount: 200 })).data ?? '';
  await voidMembershipInvoice(app.ctx(), memberId, 'A mistake');
  const second = (await generate(token, { memberId, amount: 200 })).data ?? '';
  const setFee = (fee_cents: number) =>
    app.db.updateTable('member_types').set({ fee_cents }).where('name', '=', 'Student').execute();
  await setFee(25_000);
  await generate(token, { memberId, amount: 250 });
  await setFee(20_000);
  const { rows } = await sql<{ about: string; who: string; isException: boolean }>`
    SELECT e.subject_id AS about, e.by_name AS who, ${isException} AS "isException"
    FROM audit_entries AS e WHERE action = 'voidInvoice' AND subject_id IN (${first}, ${second})
    ORDER BY e.id`.execute(app.db);
  const { payer_first_name, payer_last_name } = (await rowsOf(app, second)).invoice;
  const expected = [
    { about: first, who: 'Automatic' },
    { about: second, who: `${payer_first_name} ${payer_last_name}` },
  ];
  assert.deepEqual(
    rows,
    expected.map((entry) => ({ ...entry, isException: false })),
  );
});

test('a repeated request sends the email again if the first one was already sent', async () => {
  const { memberId, token } = await dueMember();
  const { data } = await generate(token, { memberId });
  await generate(token, { memberId });
  assert.equal((await rowsOf(app, data!)).mails.length, 1, 'the first email is still queued');
  await app.db
    .updateTable('mails')
    .set({ sent_at: app.clock.now(), next_attempt_at: null })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
  await generate(token, { memberId });
  assert.equal((await rowsOf(app, data!)).mails.length, 2);
});

test('twenty concurrent requests by the member and an administrator create one invoice, number and mail', async () => {
  const { memberId, token } = await dueMember();
  const before = await lastUsed(app, 'invoice');
  const naledis = await admin();
  const replies = await concurrently(20, (n) => generate(n % 2 ? token : naledis, { memberId }));
  assert.deepEqual(failed(replies), []);
  const ids = new Set(succeeded(replies).map(({ data }) => data));
  assert.equal(ids.size, 1);
  assert.equal(await lastUsed(app, 'invoice'), before + 1);
  assert.equal((await rowsOf(app, [...ids][0]!)).mails.length, 1);
});

test('the amount must be the type’s fee, and the error for a wrong one shows the fee', async () => {
  const { memberId, token } = await dueMember();
  const { status, message, errors } = await generate(token, { memberId, amount: 200 });
  assert.deepEqual([status, errors[0]?.field], [400, 'amount']);
  assert.match(message, /R450\.00/);
  for (const body of [
    { memberId, amount: -1 },
    { memberId, paymentType: 'Pay Pal' as never },
    { memberId: '' },
    { memberId: '00000000-0000-0000-0000-000000000000' },
  ]) {
    assert.equal((await generate(token, body)).status, 400);
  }
});

test('after a change of the fee, the old invoice is voided and a new one has the new fee', async () => {
  const { memberId, token } = await dueMember('Student');
  const old = await generate(token, { memberId, amount: 200 });
  const setFee = (fee_cents: number) =>
    app.db.updateTable('member_types').set({ fee_cents }).where('name', '=', 'Student').execute();
  await setFee(25_000);
  assert.equal((await generate(token, { memberId, amount: 200 })).status, 400);
  const newer = await generate(token, { memberId, amount: 250 });
  await setFee(20_000);
  assert.notEqual(newer.data, old.data);
  assert.ok((await rowsOf(app, old.data!)).invoice.voided_at);
  assert.equal((await rowsOf(app, newer.data!)).invoice.amount_cents, 25_000);
});

test('after a change of the fee, the part that was paid of the old invoice pays a part of the new one', async () => {
  const { memberId, token } = await dueMember('Pensioner');
  const old = await generate(token, { memberId, amount: 250 });
  const part = { invoiceId: old.data!, source: 'administrator', amountCents: 20_000 } as const;
  await settleInvoice(app.ctx(), part);
  await app.db
    .updateTable('member_types')
    .set({ fee_cents: 30_000 })
    .where('name', '=', 'Pensioner')
    .execute();
  const newer = await generate(token, { memberId, amount: 300 });
  assert.deepEqual([newer.status, newer.message], [200, '']);
  const { invoice, payments } = await rowsOf(app, old.data!);
  assert.ok(invoice.voided_at);
  assert.deepEqual(
    payments.map(({ credit_cents, used_cents }) => [credit_cents, used_cents]),
    [[0, 20_000]],
  );
  assert.equal((await rowsOf(app, newer.data!)).invoice.paid_cents, 20_000);
});

test('a member can renew only the own membership, and only when it is due', async () => {
  const { memberId, token } = await dueMember();
  const other = await dueMember();
  assert.equal((await generate(token, { memberId: other.memberId })).status, 404);
  assert.equal((await generate(token, { memberId: randomUUID() })).status, 404);
  const early = await registered(app, { email: `early@example.org` });
  await settleInvoice(app.ctx(), { invoiceId: early.invoiceId, source: 'administrator' });
  const earlys = await tokenOf(app, early.userId);
  const refused = await generate(earlys, { memberId: early.memberId });
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'A membership can be renewed once it is Due for Renewal or Expired.'],
  );
  await setStatusByHand(app, memberId, statusNames.expired, office.id);
  assert.equal((await generate(token, { memberId })).status, 200, 'expired by hand');
});

test('an administrator can invoice every member who is not archived, and this is audited', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'new@example.org' });
  const card = await generate(await admin(), { memberId, paymentType: 'Credit Card' });
  assert.equal(card.data, invoiceId, 'the first invoice is still open');
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const next = await generate(await admin(), { memberId });
  assert.equal(next.status, 200, 'in advance, when the office says so');
  const noted = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_kind', 'subject_id', 'before', 'after'])
    .where('subject_id', 'in', [invoiceId, next.data!])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    noted.map(({ action, subject_kind }) => [action, subject_kind]),
    [
      ['generateInvoice', 'invoice'],
      ['generateInvoice', 'invoice'],
    ],
  );
  assert.deepEqual(
    [noted[0]!.before, noted[0]!.after],
    [{ paymentType: 'EFT' }, { paymentType: 'Credit Card' }],
  );
  assert.equal(noted[1]!.after['memberId'], memberId);
  await archive(app, memberId);
  assert.equal((await generate(await admin(), { memberId })).status, 409);
});

test('renewing a free type creates no invoice and adds the next year once, when it is due', async () => {
  const free = randomUUID();
  await app.db
    .insertInto('member_types')
    .values({
      id: free,
      name: 'Honorary',
      fee_cents: 0,
      retired_at: null,
      created_at: app.clock.now(),
    })
    .execute();
  app.clock.set(testStart);
  const { memberId, userId } = await registered(app, {
    email: 'honorary@example.org',
    memberTypeId: free,
  });
  const early = await generate(await admin(), { memberId, amount: 0 });
  assert.match(`${early.status} ${early.message}`, /^409 .*cannot be renewed yet/);
  app.clock.set(dueDay);
  await deriveStatuses(app.ctx());
  const token = await tokenOf(app, userId);
  const replies = succeeded(await concurrently(20, () => generate(token, { memberId, amount: 0 })));
  const good = replies.filter(({ status }) => status === 200);
  assert.deepEqual([good.length, good[0]?.data], [1, null]);
  const { status, periods } = await membershipOf(app, memberId);
  const day = dayOf(new Date(testStart));
  assert.deepEqual([status, periods.length, periods[0]![0]], ['Active', 2, day]);
  assert.equal(periods[1]![0], addDays(periods[0]![1]!, 1));
});
