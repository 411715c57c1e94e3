import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getMember, searchMembers } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { login, resetPassword } from '#contract/auth/endpoints.ts';
import { requestResetToken } from '#contract/auth/first-password.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { callApi } from '#test/support/call.ts';
import { archive, membershipOf, rowsOf } from '#test/support/assertions.ts';
import {
  mokoenaChildren,
  naledi,
  registered,
  thandisForm,
  tokenOf,
  typeId,
} from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import type { RegistrationForm } from './make-member.ts';
import { register } from '#server/features/registration/register.ts';

const app = await openTestApp();
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
  const token = await tokenOf(app, mokoena.userId);
  await archive(app, mokoena.memberId);
  return { ...mokoena, token };
}

async function returning(email: string, changes: Partial<RegistrationForm> = {}) {
  return register(app.ctx(), await thandisForm(app, { email, ...changes }));
}

test('the old record and number return, with the new values of the form', async () => {
  const email = 'returns@example.org';
  const { memberId, userId } = await archivedFamily(email);
  const before = await membershipOf(app, memberId);
  const { token } = await naledi(app);
  const found = () => callApi(app, searchMembers, { body: { email } }, { token });
  assert.equal((await found()).data.totalCount, 0, 'archived members are not listed');
  app.clock.set('2029-05-02T08:00:00Z');
  const { isReturning } = await returning(email, { password: 'Another123', lastName: 'Nkosi' });
  assert.equal(isReturning, true);
  const after = await membershipOf(app, memberId);
  app.clock.set(testStart);
  assert.deepEqual(after, { ...before, status: 'Expired', type: 'Individual' });
  const { results } = (await found()).data;
  assert.deepEqual(
    results.map((member) => [member.id, member.lastName, member.signupDate, member.userID]),
    [[memberId, 'Nkosi', '2027-03-10', userId]],
  );
});

test('the form’s password is ignored, and the link that sets a password is mailed to the address', async () => {
  const email = 'proven@example.org';
  const { userId } = await archivedFamily(email);
  await returning(email, { password: 'Another123' });
  const signIn = (password: string) => callApi(app, login, { body: { email, password } });
  for (const typed of ['Another123', 'Secret123']) assert.equal((await signIn(typed)).status, 401);
  const mails = await app.db
    .selectFrom('mails')
    .select(['kind', 'about'])
    .where('to_email', '=', email)
    .where('kind', '=', 'invitation')
    .execute();
  assert.deepEqual(mails, [{ kind: 'invitation', about: { userId, isReturn: true } }]);
  const { data } = await callApi(app, requestResetToken, { body: { userId } });
  const body = { ...data, newPassword: 'Chosen123' };
  assert.equal((await callApi(app, resetPassword, { body })).status, 200);
  assert.equal((await signIn('Chosen123')).status, 200);
});

test('the old sessions end, and the relatives are those of the form', async () => {
  const email = 'sessions@example.org';
  const { memberId, token } = await archivedFamily(email);
  await returning(email, { memberTypeId: family, relatives: mokoenaChildren.slice(2, 3) });
  const reply = await callApi(app, getMember, { params: { id: memberId } }, { token });
  assert.equal(reply.status, 401);
  const relatives = await app.db
    .selectFrom('member_relatives')
    .select(['seat', 'first_name'])
    .where('main_member_id', '=', memberId)
    .execute();
  assert.deepEqual(relatives, [{ seat: 1, first_name: 'Naledi' }]);
});

test('an old open invoice is voided, and a paid one stays paid', async () => {
  const { memberId, invoiceId: old, email } = await registered(app, { email: 'open@e.org' });
  await archive(app, memberId);
  const { invoiceId } = await returning(email);
  assert.equal((await rowsOf(app, old)).invoice.void_reason, 'Registered again');
  await settle(invoiceId!);
  await archive(app, memberId);
  await returning(email);
  const paid = await rowsOf(app, invoiceId!);
  assert.deepEqual([paid.invoice.voided_at, paid.payments.length], [null, 1]);
});

test('during the paid period the type stays, until the new one is paid', async () => {
  const email = 'upgrade@example.org';
  const { memberId, invoiceId: first } = await registered(app, { email });
  await settle(first);
  await archive(app, memberId);
  const { invoiceId } = await returning(email, { memberTypeId: family });
  assert.equal((await membershipOf(app, memberId)).type, 'Individual');
  await settle(invoiceId!);
  const member = await membershipOf(app, memberId);
  assert.equal(member.type, familyTypeName);
  assert.equal(member.periods.length, 2);
});

test('a wrong fee is refused as for new members, and nothing is restored', async () => {
  const email = 'cheap@example.org';
  const { memberId } = await archivedFamily(email);
  await assert.rejects(returning(email, { fee: 1 }), { status: 400 });
  const row = app.db.selectFrom('members').select('archived_at').where('id', '=', memberId);
  assert.notEqual((await row.executeTakeFirstOrThrow()).archived_at, null);
});
