import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createMember, deleteMember, getMember } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { checkEmail, login, resetPassword } from '#contract/auth/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { restoreMember } from '#contract/members/archive.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { getPaymentSummary } from '#contract/payments/endpoints.ts';
import { register as endpoint } from '#contract/registration/endpoints.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, membershipOf, rowsOf, setStatusByHand } from '#test/support/assertions.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import {
  mokoenaChildren,
  naledi,
  sibusisosForm,
  registered,
  thandisForm,
  tokenOf,
  typeId,
} from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import type { RegistrationForm } from './make-member.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { register } from '#server/features/registration/register.ts';
import { endOldReturns } from './await-return.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const family = await typeId(app, familyTypeName);
const settle = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });

/** An archived family that paid in March 2027. */
async function archivedFamily(email: string) {
  const mokoena = await registered(app, {
    email,
    memberTypeId: family,
    relatives: mokoenaChildren,
  });
  await settle(mokoena.invoiceId);
  const session = await tokenOf(app, mokoena.userId);
  await archive(app, mokoena.memberId);
  return { ...mokoena, session };
}

const returning = async (email: string, changes: Partial<RegistrationForm> = {}) =>
  register(app.ctx(), await thandisForm(app, { email, ...changes }));

/** The secret of the latest mail that proves the address. */
async function secretTo(email: string): Promise<string> {
  const mail = await app.db
    .selectFrom('mails')
    .select('secret')
    .where('to_email', '=', email)
    .where('kind', '=', 'return')
    // The clock stands still between two of them.
    .orderBy(sql`xmin::text::bigint`, 'desc')
    .executeTakeFirstOrThrow();
  return mail.secret ?? '';
}

const reset = (email: string, secret: string, newPassword = 'Chosen123') =>
  callApi(app, resetPassword, { body: { email, token: secret, newPassword } });
const prove = async (email: string) => reset(email, await secretTo(email));
const signIn = async (email: string, password: string) =>
  (await callApi(app, login, { body: { email, password } })).status;

/** Everything stored about the member. */
async function everything(memberId: string) {
  const { db } = app;
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', member.user_id)
    .executeTakeFirstOrThrow();
  const relatives = await db
    .selectFrom('member_relatives')
    .selectAll()
    .where('main_member_id', '=', memberId)
    .orderBy('seat')
    .execute();
  const consents = await db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', member.email)
    .execute();
  return { member, user, relatives, consents, membership: await membershipOf(app, memberId) };
}

test('until the mailed link is used nothing of the record changes, not even by a payment', async () => {
  const email = 'waits@example.org';
  const { memberId } = await archivedFamily(email);
  const before = await everything(memberId);
  const { invoiceId } = await returning(email, {
    firstName: 'Stranger',
    memberTypeId: family,
    relatives: mokoenaChildren.slice(0, 1),
    consents: { news: true, appeals: true },
    paymentType: 'Credit Card',
  });
  assert.deepEqual(await everything(memberId), before);
  await settle(invoiceId!);
  assert.deepEqual(await everything(memberId), before);
  const { payments, mails } = await rowsOf(app, invoiceId!);
  assert.equal(payments.length, 1);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['receipt'],
  );
  const params = { type: 'subscription', id: invoiceId! } as const;
  const summary = await callApi(app, getPaymentSummary, { params });
  assert.equal(summary.data.membership, null);
});

test('the reply, the check of the address and a second try are those of anyone', async () => {
  const email = 'oracle@example.org';
  await archivedFamily(email);
  const exists = async (address: string) =>
    (await callApi(app, checkEmail, { query: { email: address } })).data;
  const asking = async (changes: Partial<RegistrationForm>) =>
    callApi(app, endpoint, { body: await thandisForm(app, changes) });
  assert.equal(await exists(email), false);
  const [former, fresh] = [
    await asking({ email, paymentType: 'Credit Card' }),
    await asking({ email: 'new-here@example.org', paymentType: 'Credit Card' }),
  ];
  const shape = ({ text }: { text: string }) => text.replace(/"invoiceId":"[^"]+"/, '"invoiceId"');
  assert.equal(shape(former), shape(fresh));
  for (const address of [email, 'new-here@example.org']) {
    assert.equal(await exists(address), true);
    const again = await asking({ email: address });
    assert.deepEqual(
      [again.status, again.errors[0]?.field, again.message],
      [409, 'email', 'Email already exists. Please use a different email.'],
    );
  }
});

test('the link brings the record and number back with what was typed, and the audit log has the old values', async () => {
  const email = 'returns@example.org';
  const { memberId, userId, session } = await archivedFamily(email);
  const before = await everything(memberId);
  app.clock.set('2029-05-02T08:00:00Z');
  const { invoiceId } = await returning(email, {
    lastName: 'Nkosi',
    memberTypeId: family,
    relatives: mokoenaChildren.slice(2, 3),
    consents: { news: true, appeals: false },
  });
  assert.equal((await prove(email)).status, 200);
  const after = await everything(memberId);
  assert.deepEqual(after.membership, { ...before.membership, status: 'Expired' });
  assert.deepEqual(
    [after.member.last_name, after.user.last_name, after.member.signup_date],
    ['Nkosi', 'Nkosi', '2027-03-10'],
  );
  assert.notEqual(after.member.user_id, userId);
  assert.notEqual(after.user.email_proved_at, null);
  assert.deepEqual(
    after.relatives.map(({ seat, first_name }) => [seat, first_name]),
    [[1, 'Naledi']],
  );
  assert.deepEqual(
    after.consents.map(({ purpose }) => purpose),
    ['news'],
  );
  const [entry, ...others] = await auditEntriesOf(app, memberId);
  assert.deepEqual([entry?.action, entry?.by_user_id, others], ['returnMember', null, []]);
  assert.equal(entry?.before['lastName'], 'Dlamini');
  assert.equal(String(entry?.before['relatives']).split(',').length, 4);
  assert.equal(entry?.after['lastName'], 'Nkosi');
  assert.equal((await prove(email)).status, 400, 'the link works once');
  await settle(invoiceId!);
  assert.equal((await membershipOf(app, memberId)).status, 'Active');
  app.clock.set(testStart);
  const reply = await callApi(app, getMember, { params: { id: memberId } }, { token: session });
  assert.equal(reply.status, 401, 'the old sessions have ended');
});

test('what was paid before the proof counts from the day of the payment', async () => {
  const email = 'paid-first@example.org';
  const { memberId } = await archivedFamily(email);
  app.clock.set('2029-05-02T08:00:00Z');
  const { invoiceId } = await returning(email);
  await settle(invoiceId!);
  app.clock.set('2029-05-09T08:00:00Z');
  await prove(email);
  const { status, type, periods } = await membershipOf(app, memberId);
  app.clock.set(testStart);
  assert.deepEqual(
    [status, type, periods.at(-1)],
    ['Active', 'Individual', ['2029-05-02', '2030-05-01']],
  );
});

test('a free type starts with the proof', async () => {
  const email = 'free-return@example.org';
  const { memberId } = await archivedFamily(email);
  const free = await typeId(app, 'Pensioner');
  const setFee = (fee_cents: number) =>
    app.db.updateTable('member_types').set({ fee_cents }).where('id', '=', free).execute();
  await setFee(0);
  app.clock.set('2029-05-02T08:00:00Z');
  const reply = await returning(email, { memberTypeId: free, paymentType: null, fee: 0 });
  assert.deepEqual(reply, { invoiceId: null, eftDetails: null });
  assert.equal((await membershipOf(app, memberId)).periods.length, 1);
  await prove(email);
  const { status, periods } = await membershipOf(app, memberId);
  await setFee(25_000);
  app.clock.set(testStart);
  assert.deepEqual([status, periods.length], ['Active', 2]);
});

test('Deactivated stays Deactivated, and the administrator sees that the member came back', async () => {
  const email = 'shut-out@example.org';
  const { memberId } = await archivedFamily(email);
  await setStatusByHand(app, memberId, statusNames.deactivated, adminId);
  const story = async () =>
    (await callApi(app, getMemberStory, { params: { id: memberId } }, { token })).data.next;
  const { invoiceId } = await returning(email);
  assert.match(await story(), /^Registered again on 10 Mar 2027\. The record returns/);
  await settle(invoiceId!);
  await prove(email);
  const { member, membership } = await everything(memberId);
  assert.deepEqual(
    [membership.status, member.deactivated_reason, member.archived_at],
    ['Deactivated', 'By hand', null],
  );
  assert.match(await story(), /^Registered again and came back on 10 Mar 2027\. Stays until/);
  assert.equal(await signIn(email, 'Chosen123'), 401);
});

test('the old sign-in id, the old password and the typed one open nothing', async () => {
  const email = 'proven@example.org';
  const { userId } = await archivedFamily(email);
  await returning(email, { password: 'Another123', confirmPassword: 'Another123' });
  const isSet = async () => (await callApi(app, checkPassword, { query: { userId } })).data;
  for (const at of ['before the proof', 'after it']) {
    assert.equal(await isSet(), true, at);
    assert.equal((await callApi(app, requestResetToken, { body: { userId } })).status, 400, at);
    for (const typed of ['Another123', 'Secret123']) assert.equal(await signIn(email, typed), 401);
    if (at === 'before the proof') assert.equal((await prove(email)).status, 200);
  }
  assert.equal(await signIn(email, 'Chosen123'), 200);
});

test('of twenty proofs at once one counts, with one period and one entry', async () => {
  const email = 'at-once@example.org';
  const { memberId } = await archivedFamily(email);
  app.clock.set('2029-05-02T08:00:00Z');
  const { invoiceId } = await returning(email);
  await settle(invoiceId!);
  const secret = await secretTo(email);
  const replies = succeeded(await concurrently(20, (n) => reset(email, secret, `Password${n}`)));
  const winners = replies.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  assert.equal(replies.length, 20);
  assert.equal(winners.length, 1);
  assert.equal(await signIn(email, `Password${winners[0]}`), 200);
  assert.equal((await membershipOf(app, memberId)).periods.length, 2);
  app.clock.set(testStart);
  assert.equal((await auditEntriesOf(app, memberId)).length, 1);
});

test('a proof and a restore by an administrator at once bring the record back once', async () => {
  const email = 'both@example.org';
  const { memberId } = await archivedFamily(email);
  app.clock.set('2029-05-02T08:00:00Z');
  const { invoiceId } = await returning(email);
  await settle(invoiceId!);
  const secret = await secretTo(email);
  const { token: admins } = await naledi(app);
  const replies = await Promise.all([
    reset(email, secret),
    callApi(app, restoreMember, { params: { id: memberId } }, { token: admins }),
  ]);
  assert.ok(
    replies.every(({ status }) => status < 500),
    String(replies.map((it) => it.status)),
  );
  const { membership, member } = await everything(memberId);
  app.clock.set(testStart);
  assert.deepEqual([membership.periods.length, member.archived_at], [2, null]);
});

test('of ten registrations with the address at once, one waits', async () => {
  const email = 'crowd@example.org';
  const { memberId } = await archivedFamily(email);
  const outcomes = await concurrently(10, () => returning(email));
  assert.equal(succeeded(outcomes).length, 1);
  const waiting = await app.db
    .selectFrom('member_returns')
    .select('id')
    .where('member_id', '=', memberId)
    .execute();
  assert.equal(waiting.length, 1);
});

test('a forgotten password mails the link again, and the newer one ends the older', async () => {
  const email = 'forgot@example.org';
  await archivedFamily(email);
  await mailResetLink(app.ctx(), email);
  const mails = () =>
    app.db
      .selectFrom('mails')
      .select('secret')
      .where('to_email', '=', email)
      .where('kind', '=', 'return')
      .execute();
  assert.deepEqual(await mails(), [], 'nobody has registered');
  await returning(email);
  const first = await secretTo(email);
  await mailResetLink(app.ctx(), email);
  const second = (await mails()).map(({ secret }) => secret).find((secret) => secret !== first);
  assert.equal((await reset(email, first)).status, 400);
  assert.equal((await reset(email, second ?? '')).status, 200);
});

test('no link goes to an address that is older than a restored backup, and the reply is the same', async () => {
  const email = 'old-mailbox@example.org';
  const { memberId } = await archivedFamily(email);
  await app.db
    .updateTable('users')
    .set({ is_address_old: true })
    .where('email', '=', email)
    .execute();
  const { invoiceId } = await returning(email);
  assert.ok(invoiceId);
  await mailResetLink(app.ctx(), email);
  const links = app.db
    .selectFrom('mails')
    .select('id')
    .where('to_email', '=', email)
    .where('kind', '=', 'return');
  assert.deepEqual(await links.execute(), []);
  assert.notEqual((await everything(memberId)).member.archived_at, null);
  assert.equal((await callApi(app, checkEmail, { query: { email } })).data, true);
});

test('an administrator who restores or enters the member drops what was typed, and a payment counts', async () => {
  app.clock.set('2029-05-02T08:00:00Z');
  const { token: admins } = await naledi(app);
  app.clock.set(testStart);
  for (const [email, bringBack] of [
    [
      'restored@example.org',
      (id: string) => callApi(app, restoreMember, { params: { id } }, { token: admins }),
    ],
    [
      'entered@example.org',
      async (_id: string, address: string) =>
        callApi(
          app,
          createMember,
          { body: await sibusisosForm(app, { email: address }) },
          { token: admins },
        ),
    ],
  ] as const) {
    const { memberId, userId } = await archivedFamily(email);
    app.clock.set('2029-05-02T08:00:00Z');
    const { invoiceId } = await returning(email, { firstName: 'Stranger' });
    await settle(invoiceId!);
    const secret = await secretTo(email);
    await bringBack(memberId, email);
    const { member, relatives, membership } = await everything(memberId);
    assert.notEqual(member.first_name, 'Stranger');
    assert.notEqual(member.user_id, userId);
    assert.equal(relatives.length, 4);
    assert.equal(membership.periods.length, 2);
    assert.equal((await reset(email, secret)).status, 400);
    app.clock.set(testStart);
  }
});

test('a Deactivated member whom an administrator enters again stays so, with the old values in the audit log', async () => {
  const email = 'entered-again@example.org';
  const { memberId } = await archivedFamily(email);
  await setStatusByHand(app, memberId, statusNames.deactivated, adminId);
  const body = await sibusisosForm(app, { email, memberStatusID: '', deactivatedReason: '' });
  const { status, data } = await callApi(app, createMember, { body }, { token });
  assert.deepEqual(
    [status, data.memberStatusName, data.deactivatedReason],
    [201, 'Deactivated', 'By hand'],
  );
  const [entry] = await auditEntriesOf(app, memberId);
  assert.deepEqual(
    [entry?.action, entry?.before['firstName'], entry?.after['firstName']],
    ['restoreMember', 'Thandi', 'Sibusiso'],
  );
});

test('a registration that nobody proves is forgotten after 30 days, unless it was paid', async () => {
  const [unpaid, paid] = ['unpaid@example.org', 'unproved@example.org'];
  const { memberId } = await archivedFamily(unpaid);
  const other = await archivedFamily(paid);
  app.clock.set('2029-05-02T08:00:00Z');
  const { invoiceId } = await returning(unpaid);
  await settle((await returning(paid)).invoiceId!);
  app.clock.set('2029-06-01T07:59:59Z');
  await endOldReturns(app.ctx());
  assert.equal((await rowsOf(app, invoiceId!)).invoice.voided_at, null);
  app.clock.set('2029-06-01T08:00:00Z');
  await endOldReturns(app.ctx());
  app.clock.set(testStart);
  const { invoice } = await rowsOf(app, invoiceId!);
  assert.equal(invoice.void_reason, 'The email address was not confirmed');
  const waiting = await app.db
    .selectFrom('member_returns')
    .select('member_id')
    .where('member_id', 'in', [memberId, other.memberId])
    .execute();
  assert.deepEqual(waiting, [{ member_id: other.memberId }]);
});

test('a paid invoice stays paid when the member is archived and returns once more', async () => {
  const { memberId, invoiceId: old, email } = await registered(app, { email: 'open@e.org' });
  await settle(old);
  await callApi(app, deleteMember, { params: { id: memberId } }, { token });
  await returning(email);
  await prove(email);
  const paid = await rowsOf(app, old);
  assert.deepEqual([paid.invoice.voided_at, paid.payments.length], [null, 1]);
  await callApi(app, deleteMember, { params: { id: memberId } }, { token });
  await returning(email, { lastName: 'Third' });
  assert.equal((await prove(email)).status, 200);
  assert.equal((await everything(memberId)).member.last_name, 'Third');
});

test('during the paid period the type stays, until the new one is paid', async () => {
  const email = 'upgrade@example.org';
  const { memberId, invoiceId: first } = await registered(app, { email });
  await settle(first);
  await archive(app, memberId);
  const { invoiceId } = await returning(email, { memberTypeId: family });
  await prove(email);
  assert.equal((await membershipOf(app, memberId)).type, 'Individual');
  await settle(invoiceId!);
  const member = await membershipOf(app, memberId);
  assert.equal(member.type, familyTypeName);
  assert.equal(member.periods.length, 2);
});

test('a wrong fee is refused as for new members, and nothing is stored', async () => {
  const email = 'cheap@example.org';
  await archivedFamily(email);
  await assert.rejects(returning(email, { fee: 1 }), { status: 400 });
  assert.equal((await callApi(app, checkEmail, { query: { email } })).data, false);
});
