import { relativeRefusals } from '#contract/members/relative-notes.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { register as endpoint, registrationTexts } from '#contract/registration/endpoints.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { relativeTexts } from '#contract/members/relatives.ts';
import { failAtCommit } from '#test/support/mail/fail-at-commit.ts';
import { callApi } from '#test/support/call.ts';
import { allRows, lastUsed, membershipOf, rowsOf } from '#test/support/assertions.ts';
import { mokoenaChildren, registered, thandisForm, typeId } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import type { RegistrationForm } from '#server/features/members/make-member.ts';
import { register } from './register.ts';

const app = await openTestApp();
const family = await typeId(app, familyTypeName);
const [firstChild] = mokoenaChildren;

/** Registers as the browser does. */
async function asking(changes: Partial<RegistrationForm>, headers?: Record<string, string>) {
  return callApi(
    app,
    endpoint,
    { body: await thandisForm(app, changes) },
    { headers: headers ?? {} },
  );
}

/** Asserts that the form is refused at this field, and that nothing was written. */
async function refuses(changes: Partial<RegistrationForm>, field: string, message: string) {
  const before = await allRows(app);
  const reply = await asking(changes);
  assert.deepEqual([reply.status, reply.message], [400, message]);
  assert.deepEqual(reply.errors[0], { field, message });
  assert.deepEqual(await allRows(app), before);
}

test('a member who registers by EFT is pending without a number, and the invoice is mailed', async () => {
  const { memberId, userId, invoiceId } = await registered(app, { email: 'eft@example.org' });
  assert.deepEqual(await membershipOf(app, memberId), {
    number: null,
    status: 'Pending',
    statusSetBy: null,
    type: 'Individual',
    periods: [],
  });
  const { invoice, mails, payments } = await rowsOf(app, invoiceId);
  assert.equal(invoice.amount_cents, 45_000);
  assert.equal(invoice.payer_address, '12 Acacia Road\nSkukuza\n0081');
  assert.equal(invoice.line, 'Membership: Individual');
  assert.deepEqual(invoice.sent_at, app.clock.now());
  assert.deepEqual(
    mails.map((mail) => mail.kind),
    ['invoice'],
  );
  assert.equal(payments.length, 0);
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.equal(user.role, 'Member');
  assert.match(user.password_hash ?? '', /^\$argon2id\$/);
});

test('the reply to an EFT registration has the EFT details of the invoice, and that to a card registration none', async () => {
  const bank = { name: 'Wildlife Trust', bank: 'First Bank', account_number: '0071 234' };
  await app.db.updateTable('company_info').set(bank).execute();
  const { data } = await asking({ email: 'details@example.org' });
  const { invoice } = await rowsOf(app, data.invoiceId ?? '');
  assert.deepEqual(data.eftDetails, {
    amount: 450,
    reference: paymentReference('INV', invoice.number),
    bankDetails: [
      { label: 'Account holder', value: 'Wildlife Trust' },
      { label: 'Bank', value: 'First Bank' },
      { label: 'Account number', value: '0071 234' },
    ],
  });
  await app.db.updateTable('company_info').set({ account_number: '' }).execute();
  const without = await asking({ email: 'no-account@example.org' });
  assert.deepEqual(without.data.eftDetails?.bankDetails, []);
  const card = await asking({ email: 'by-card@example.org', paymentType: 'Credit Card' });
  assert.equal(card.data.eftDetails, null);
});

test('a card registration sends no mail before it is paid', async () => {
  const { invoiceId } = await registered(app, {
    email: 'card@example.org',
    paymentType: 'Credit Card',
  });
  const { invoice, mails } = await rowsOf(app, invoiceId);
  assert.deepEqual([invoice.payment_type, invoice.sent_at, mails], ['Credit Card', null, []]);
});

test('a family registers with four children', async () => {
  const email = 'mokoena@example.org';
  const { memberId, invoiceId } = await registered(app, {
    email,
    memberTypeId: family,
    relatives: mokoenaChildren,
  });
  const relatives = await app.db
    .selectFrom('member_relatives')
    .selectAll()
    .where('main_member_id', '=', memberId)
    .orderBy('seat')
    .execute();
  assert.deepEqual(
    relatives.map((it) => [it.seat, it.first_name, it.email, it.date_of_birth]),
    ['Lerato', 'Kabelo', 'Naledi', 'Tumi'].map((name, n) => [n + 1, name, email, '2015-06-01']),
  );
  assert.equal((await rowsOf(app, invoiceId)).invoice.amount_cents, 95_000);
});

test('optional fields may be left out: relatives without a date of birth, no fee', async () => {
  const { firstName, lastName, email } = firstChild!;
  const reply = await asking({
    email: 'plain@example.org',
    memberTypeId: family,
    relatives: [{ firstName, lastName, email }],
    fee: null,
  });
  assert.equal(reply.status, 200);
});

test('a fifth child, one who is too old, and one not yet born are refused', async () => {
  const asFamily = { email: 'five@example.org', memberTypeId: family };
  const five = [...mokoenaChildren, { ...firstChild!, firstName: 'Fifth' }];
  await refuses({ ...asFamily, relatives: five }, 'relatives', relativeTexts.tooMany);
  const born = (dateOfBirth: string) => [firstChild!, { ...firstChild!, dateOfBirth }];
  const field = 'relatives.1.dateOfBirth';
  await refuses({ ...asFamily, relatives: born('2008-03-10') }, field, relativeTexts.tooOld);
  await refuses({ ...asFamily, relatives: born('2027-03-11') }, field, relativeTexts.notBorn);
  const reply = await asking({ ...asFamily, relatives: born('2008-03-11') });
  assert.equal(reply.status, 200, 'the relative is still eighteen for one more day');
});

test('only the family type accepts relatives', async () => {
  await refuses({ relatives: [firstChild!] }, 'relatives', relativeRefusals.familyOnly);
});

test('a fee that is not the type’s is refused, to the cent', async () => {
  for (const fee of [0, 449.99, 450.01, 950]) {
    await refuses({ fee }, 'fee', registrationTexts.feeChanged);
  }
  assert.equal((await asking({ email: 'right-fee@example.org', fee: 450 })).status, 200);
});

test('a retired and an unknown type are refused', async () => {
  const retired = await typeId(app, 'Student');
  await app.db
    .updateTable('member_types')
    .set({ retired_at: app.clock.now() })
    .where('id', '=', retired)
    .execute();
  await refuses({ memberTypeId: retired }, 'memberTypeId', registrationTexts.typeRetired);
  const unknown = '3f2c1c8e-0000-4000-8000-000000000000';
  await refuses({ memberTypeId: unknown }, 'memberTypeId', 'Please select a member type.');
});

test('without a payment method only a free type is accepted', async () => {
  for (const paymentType of [null, '' as const, undefined]) {
    await refuses({ paymentType }, 'paymentType', registrationTexts.choosePayment);
  }
  const payPal = { paymentType: 'Pay Pal' as 'EFT' };
  await refuses(payPal, 'paymentType', registrationTexts.choosePayment);
});

test('a free type: no invoice, no mail, active at once with a number', async () => {
  const free = await typeId(app, 'Pensioner');
  await app.db.updateTable('member_types').set({ fee_cents: 0 }).where('id', '=', free).execute();
  const [invoices, members] = [await lastUsed(app, 'invoice'), await lastUsed(app, 'member')];
  const mails = (await allRows(app)).mails;
  for (const [n, paymentType] of ([null, 'EFT'] as const).entries()) {
    const email = `free-${n}@example.org`;
    const reply = await asking({ email, memberTypeId: free, paymentType, fee: 0 });
    assert.deepEqual([reply.status, reply.data], [200, { invoiceId: null, eftDetails: null }]);
    const { id } = await app.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const member = await membershipOf(app, id);
    assert.deepEqual([member.status, member.number], ['Active', members + n + 1]);
    assert.deepEqual(member.periods, [['2027-03-10', '2028-03-09']]);
  }
  assert.equal(await lastUsed(app, 'invoice'), invoices);
  assert.equal((await allRows(app)).mails, mails);
});

test('an email in use, in any letter case, gets a 409 and nothing is written', async () => {
  await registered(app, { email: 'taken@example.org' });
  const before = await allRows(app);
  const reply = await asking({ email: ' TAKEN@Example.org ' });
  const message = 'Email already exists. Please use a different email.';
  assert.deepEqual([reply.status, reply.message], [409, message]);
  assert.deepEqual(reply.errors, [{ field: 'email', message }]);
  assert.deepEqual(await allRows(app), before);
});

test('if the commit fails, nothing is written and no number is used up', async () => {
  const before = await allRows(app);
  const numbers = [await lastUsed(app, 'invoice'), await lastUsed(app, 'member')];
  const commitAgain = await failAtCommit(app.db);
  const form = await thandisForm(app, {
    email: 'unlucky@example.org',
    memberTypeId: family,
    relatives: mokoenaChildren,
  });
  await assert.rejects(register(app.ctx(), form), /no commit/);
  await commitAgain();
  assert.deepEqual(await allRows(app), before);
  assert.deepEqual([await lastUsed(app, 'invoice'), await lastUsed(app, 'member')], numbers);
  await register(app.ctx(), form);
  assert.equal(await lastUsed(app, 'invoice'), numbers[0]! + 1);
});

test('an Idempotency-Key registers once, and another body with the same key is refused', async () => {
  const before = await allRows(app);
  const key = { 'idempotency-key': 'register-7f3a' };
  const email = 'double-click@example.org';
  const clicks = await Promise.all(Array.from({ length: 8 }, () => asking({ email }, key)));
  const later = await asking({ email }, key);
  for (const reply of clicks) {
    assert.deepEqual([reply.status, reply.data], [200, later.data]);
  }
  const after = await allRows(app);
  assert.equal(after.members, before.members + 1);
  assert.equal(after.invoices, before.invoices + 1);
  assert.equal((await asking({ email, lastName: 'Mokoena' }, key)).status, 409);
  assert.equal((await asking({ email })).status, 409, 'without the key, the email is in use');
});
