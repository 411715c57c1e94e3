import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as office from '#contract/donations/admin-endpoints.ts';
import * as contract from '#contract/donations/endpoints.ts';
import { formatDay } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { updateCompanyInfo, listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { donationReference } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { renderEmail } from '#server/emails.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { concurrently, failed, numbersAfter } from '#test/support/concurrent.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { failAtCommit } from '#test/support/mail/fail-at-commit.ts';
import { openTestApp } from '#test/support/app.ts';
import { donate } from './donate.ts';

const { donationTexts: texts, donationTypeNames: names } = contract;
const app = await openTestApp({ TRANSFER_LINKS: 'Wise=https://wise.com/pay/tga' });
const admin = await naledi(app);
const member = await registered(app);

const typeOf = (name: string) => donationTypeId(app, name);
const card = await typeOf(names.card);
const eft = await typeOf(names.eft);
const form = {
  firstName: 'Thandi',
  lastName: 'Dlamini',
  email: 'Thandi@Example.org ',
  donationTypeId: eft,
  amount: 100,
};
type Form = Record<string, unknown>;
const give = (changes: Form = {}, manner: Parameters<typeof callApi>[3] = {}) =>
  callApi(app, contract.donate, { body: { ...form, ...changes } }, manner);

const mailsOf = (donationId: string) =>
  app.db
    .selectFrom('mails')
    .selectAll()
    .where((row) => row(row.ref('about', '->>').key('donationId'), '=', donationId))
    .orderBy('kind')
    .execute();

async function lastNumber(): Promise<number> {
  const row = await app.db
    .selectFrom('counters')
    .select('last_used')
    .where('name', '=', 'donation')
    .executeTakeFirstOrThrow();
  return row.last_used;
}

const countDonations = async () =>
  (await app.db.selectFrom('donations').select('id').execute()).length;

test('the four donation types are seeded, and the transfer sites come from the settings', async () => {
  const { status, data } = await callApi(app, contract.listDonationTypes, {});
  assert.equal(status, 200);
  assert.deepEqual(
    data.map(({ name, transferUrl }) => [name, transferUrl]),
    [
      ['Credit Card', null],
      ['EFT', null],
      ['World Remit', null],
      ['Wise', 'https://wise.com/pay/tga'],
    ],
  );
});

test('an EFT donation is recorded with all fields, and the bank details are mailed with its reference', async () => {
  const { data: companies } = await callApi(app, listCompanyInfos, {}, { token: admin.token });
  await callApi(
    app,
    updateCompanyInfo,
    {
      params: { id: companies[0]!.id },
      body: { name: 'The Game Association', bank: 'Bank of Skukuza', accountNumber: '000123' },
    },
    { token: admin.token },
  );
  const number = (await lastNumber()) + 1;
  const reference = donationReference(number);
  assert.match(reference, /^DON-\d{5}$/);
  const toPayWith = paymentReference('DON', number);
  const { status, data } = await give();
  assert.equal(status, 201);
  const { id, ...rest } = data;
  assert.deepEqual(rest, {
    reference,
    paymentReference: toPayWith,
    firstName: 'Thandi',
    lastName: 'Dlamini',
    email: 'thandi@example.org',
    donationTypeId: eft,
    donationTypeName: 'EFT',
    amount: 100,
    isReceived: false,
    receivedDate: null,
    receivedOn: null,
    paidBy: null,
    paymentSource: null,
    bankReference: null,
    needsAnswer: false,
    isWithdrawn: false,
    state: 'unpaid',
    createdUtc: '2027-03-10T08:00:00.000Z',
    eftDetails: {
      amount: 100,
      reference: toPayWith,
      bankDetails: [
        { label: 'Account holder', value: 'The Game Association' },
        { label: 'Bank', value: 'Bank of Skukuza' },
        { label: 'Account number', value: '000123' },
      ],
    },
  });
  const mails = await mailsOf(id);
  assert.deepEqual(
    mails.map((mail) => [mail.kind, mail.to_email, mail.to_name]),
    [['donation-details', 'thandi@example.org', 'Thandi Dlamini']],
  );
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: mails[0]! });
  assert.ok(email);
  for (const part of [email.text, email.html]) {
    for (const text of [toPayWith, '000123', 'Bank of Skukuza', 'R100.00']) {
      assert.ok(part.includes(text), text);
    }
  }
  assert.ok(email.subject.includes(reference));
});

test('without an address of the transfer site, the donor gets a promise and every administrator a question', async () => {
  const other = await naledi(app);
  const removed = await naledi(app);
  const set = { removed_at: app.clock.now() };
  await app.db.updateTable('users').set(set).where('id', '=', removed.id).execute();
  const addresses = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', [admin.id, other.id])
    .execute();
  const { data } = await give({ donationTypeId: await typeOf(names.worldRemit) });
  assert.equal(data.needsAnswer, true);
  const [promise, ...questions] = await mailsOf(data.id);
  assert.deepEqual([promise?.kind, promise?.to_email], ['donation-promise', 'thandi@example.org']);
  assert.deepEqual(
    questions.map(({ kind, to_email }) => `${kind} ${to_email}`).toSorted(),
    addresses.map(({ email }) => `donation-question ${email}`).toSorted(),
  );
  const publicUrl = 'https://members.example.org';
  const read = async (mail = promise!) => (await renderEmail({ db: app.db, publicUrl, mail }))!;
  const { subject, text } = await read();
  assert.equal(subject, `Your donation of R100.00 (${data.reference})`);
  assert.ok(text.includes(`Payment reference: ${data.paymentReference}`), text);
  assert.ok(text.includes('We will write to you soon how to transfer it by World Remit.'));
  const question = await read(questions[0]);
  for (const words of [
    'Thandi Dlamini',
    'thandi@example.org',
    'R100.00',
    data.paymentReference,
    `${publicUrl}/admin/donations/${data.id}`,
  ]) {
    assert.ok(question.text.includes(words), words);
  }

  const search = async (needsAnswer: boolean) =>
    (await callApi(app, office.searchDonations, { body: { needsAnswer } }, admin)).data;
  assert.deepEqual(
    (await search(true)).results.map(({ id }) => id),
    [data.id],
  );
  assert.ok((await search(false)).results.every(({ needsAnswer }) => !needsAnswer));
  const params = { id: data.id };
  const answer = () => callApi(app, office.answerDonation, { params }, admin);
  assert.equal((await answer()).data.needsAnswer, false);
  assert.equal((await answer()).status, 200);
  assert.equal((await search(true)).totalCount, 0);
  const late = await renderEmail({ db: app.db, publicUrl, mail: questions[0]! });
  assert.equal(late, null, 'an answered question is not sent');
});

test('a payment ends the wait for an answer', async () => {
  const { data } = await give({ donationTypeId: await typeOf(names.worldRemit) });
  await settleDonation(app.ctx(), { donationId: data.id, source: 'administrator' });
  const params = { id: data.id };
  const { data: paid } = await callApi(app, contract.getDonation, { params }, admin);
  assert.deepEqual([paid.isReceived, 'needsAnswer' in paid && paid.needsAnswer], [true, false]);
});

test('if the commit fails, nothing is recorded and no number is used up', async () => {
  const before = [await lastNumber(), await countDonations()];
  const commitAgain = await failAtCommit(app.db);
  await assert.rejects(donate(app.ctx(), form), /no commit/);
  await commitAgain();
  assert.deepEqual([await lastNumber(), await countDonations()], before);
});

test('other methods, and donations created by an administrator, send no mail', async () => {
  for (const name of [names.card, names.wise]) {
    const { status, data } = await give({ donationTypeId: await typeOf(name) });
    assert.deepEqual([status, await mailsOf(data.id), data.needsAnswer], [201, [], false], name);
  }
  for (const changes of [{}, { donationTypeId: await typeOf(names.worldRemit) }]) {
    const { status, data } = await give(changes, { token: admin.token });
    assert.deepEqual([status, await mailsOf(data.id), data.needsAnswer], [201, [], false]);
  }
  const byMember = await give({}, { token: await tokenOf(app, member.userId) });
  assert.equal((await mailsOf(byMember.data.id)).length, 1);
  const byBadToken = await give({}, { token: 'not.a.token' });
  assert.equal(byBadToken.status, 201);
});

const wrong: [Form, string, string][] = [
  [{ firstName: ' ' }, 'firstName', 'First name is required.'],
  [{ lastName: undefined }, 'lastName', 'Last name is required.'],
  [{ email: '' }, 'email', 'Email is required.'],
  [{ email: 'thandi@' }, 'email', 'Please enter a valid email address.'],
  [{ firstName: 'A\r\nBcc: x@example.org' }, 'firstName', 'This text must be on one line.'],
  [{ firstName: 'http://x.example' }, 'firstName', 'Please enter a name without a web address.'],
  [{ lastName: 'Nkosi WWW.x.example' }, 'lastName', 'Please enter a name without a web address.'],
  [{ donationTypeId: undefined }, 'donationTypeId', texts.noMethod],
  [{ donationTypeId: emptyId }, 'donationTypeId', texts.noMethod],
  [{ donationTypeId: member.memberId }, 'donationTypeId', texts.noMethod],
  ...[undefined, null, '', '100', 0, -5, -0.01, 1e-9, 0.004, 5e-324].map(
    (amount): [Form, string, string] => [{ amount }, 'amount', texts.badAmount],
  ),
  [{ amount: 10.005 }, 'amount', 'Please use at most two decimals.'],
  [{ amount: 0.125 }, 'amount', 'Please use at most two decimals.'],
  [{ amount: 10_000_000 }, 'amount', 'Please enter at most R9999999.99.'],
  [{ amount: 1e21 }, 'amount', 'Please enter at most R9999999.99.'],
  [{ amount: 4.99, donationTypeId: card }, 'amount', texts.tooSmallForCard],
];

for (const [changes, field, message] of wrong) {
  test(`${JSON.stringify(changes)} is refused: ${message}`, async () => {
    const before = [await lastNumber(), await countDonations()];
    const reply = await give(changes);
    assert.equal(reply.status, 400);
    assert.deepEqual(
      [reply.message, reply.errors.find((error) => error.field === field)?.message],
      [message, message],
    );
    assert.deepEqual([await lastNumber(), await countDonations()], before);
  });
}

test('amounts from one cent to the maximum are accepted, by card from R5.00', async () => {
  for (const [amount, donationTypeId] of [
    [0.01, eft],
    [4.99, eft],
    [5, card],
    [1234.56, card],
    [9_999_999.99, card],
  ] as const) {
    const { status, data } = await give({ amount, donationTypeId });
    assert.deepEqual([status, data.amount], [201, amount]);
  }
});

test('unknown fields are not stored', async () => {
  const { status, data } = await give({ isReceived: true, state: 'paid', id: emptyId, number: 1 });
  assert.deepEqual([status, data.isReceived, data.state], [201, false, 'unpaid']);
  assert.notEqual(data.id, emptyId);
});

test('thirty concurrent donations get consecutive numbers without duplicates', async () => {
  const before = await lastNumber();
  const outcomes = await concurrently(30, () => give());
  assert.deepEqual(failed(outcomes), []);
  const rows = await app.db
    .selectFrom('donations')
    .select('number')
    .where('number', '>', before)
    .orderBy('number')
    .execute();
  assert.deepEqual(
    rows.map(({ number }) => number),
    numbersAfter(before, 30),
  );
});

test('a double click with one idempotency key records one donation and sends one mail', async () => {
  const before = await countDonations();
  const keyed = { headers: { 'idempotency-key': 'donate-once' } };
  const replies = await Promise.all([give({}, keyed), give({}, keyed), give({}, keyed)]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await countDonations()) - before, 1);
  assert.equal((await mailsOf(replies[0].data.id)).length, 1);
  const other = await give({ amount: 7 }, keyed);
  assert.equal(other.status, 409);
});

test('visitors and Members with the id see only amount and state, and an administrator sees everything', async () => {
  const {
    data: { eftDetails: _, ...data },
  } = await give();
  const { id } = data;
  const little = { id, amount: 100, isReceived: false, state: 'unpaid' };
  for (const manner of [
    {},
    { token: 'not.a.token' },
    { token: await tokenOf(app, member.userId) },
  ]) {
    const reply = await callApi(app, contract.getDonation, { params: { id } }, manner);
    assert.deepEqual([reply.status, reply.data], [200, little]);
    assert.equal(reply.headers['etag'], undefined);
    assert.ok(!reply.text.includes('Dlamini'));
  }
  const { token } = admin;
  const whole = await callApi(app, contract.getDonation, { params: { id } }, { token });
  assert.deepEqual(whole.data, data);
  const unknown = await callApi(app, contract.getDonation, { params: { id: member.memberId } });
  assert.deepEqual([unknown.status, unknown.message], [404, texts.notFound]);
});

test('a donation is received once and thanked once, even with repeated and concurrent processing', async () => {
  const {
    data: { eftDetails: _, ...data },
  } = await give();
  const { id } = data;
  const { token } = admin;
  const process = () => callApi(app, office.processDonationPayment, { params: { id } }, { token });
  const replies = await Promise.all(Array.from({ length: 10 }, process));
  replies.push(await process());
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(replies.at(-1)?.data, {
    ...data,
    isReceived: true,
    receivedDate: '2027-03-10T08:00:00.000Z',
    receivedOn: '2027-03-10',
    paidBy: 'EFT',
    paymentSource: 'administrator',
    state: 'paid',
  });
  const payments = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('donation_id', '=', id)
    .execute();
  assert.equal(payments.length, 1);
  const { method, source, recorded_by, amount_cents, invoice_id } = payments[0]!;
  assert.deepEqual(
    [method, source, recorded_by, amount_cents, invoice_id],
    ['EFT', 'administrator', admin.id, 10_000, null],
  );
  const kinds = (await mailsOf(id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['donation-details', 'donation-thanks']);
  const [, thanks] = await mailsOf(id);
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: thanks! });
  assert.ok(email);
  assert.match(email.subject, /^Receipt for your donation of R100\.00/);
  assert.ok(email.text.includes(data.reference) && email.text.includes(formatDay('2027-03-10')));
  const again = await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
  assert.equal(again.outcome, 'already-paid');
  const unknown = { params: { id: member.memberId } };
  const refused = await callApi(app, office.processDonationPayment, unknown, { token });
  assert.deepEqual([refused.status, refused.message], [404, texts.notFound]);
});
