import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '#contract/company-info/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { callApi } from '#test/support/call.ts';
import { lastUsed } from '#test/support/assertions.ts';
import { naledi } from '#test/support/people.ts';
import { concurrently, failed, numbersAfter, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { readCompanyInfo } from './queries.ts';
import { takeNumber } from '#test/support/take-number.ts';
import { renderEmail } from '#server/emails.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const { id } = await readCompanyInfo(app.db);

type Form = BodyOf<typeof contract.updateCompanyInfo>;

async function save(body: Form, headers: Record<string, string> = {}) {
  return callApi(app, contract.updateCompanyInfo, { params: { id }, body }, { token, headers });
}

const full = {
  name: 'Änderung für Wild',
  email: 'office@example.org',
  phone: '012 345 6789',
  address: '1 Long Street\nPretoria',
  bank: 'FNB',
  accountType: 'Cheque',
  branchCode: '004505',
  accountNumber: '00620123456',
  swiftCode: 'FIRNZAJJ',
  notes: 'Two lines\nof notes',
  membershipExpiryDate: '2027-02-28',
  donationPreset1: 50,
  donationPreset2: 150.5,
  donationPreset3: 1000,
  vatNumber: '4123456789',
  vatBasis: 'invoices' as const,
  pboNumber: '930012345',
  whyGive: 'We keep the river open.',
};

test('all fields are stored as typed, including leading zeros', async () => {
  const { status, data } = await save(full);
  assert.equal(status, 200);
  const { id: _id, lastUsedInvoiceNumber: _i, lastUsedMemberNumber: _m, ...kept } = data;
  const { accountNumberChangedBy: _by, accountNumberChangedUtc: _at, ...fields } = kept;
  assert.deepEqual(fields, full);
  const again = await callApi(app, contract.getCompanyInfo, { params: { id } }, { token });
  assert.deepEqual(again.data, data);
});

const emptied: Record<string, unknown> = {
  ...contract.usualPresets,
  membershipExpiryDate: null,
  vatBasis: null,
};

test('an omitted field keeps its value, and null clears it', async () => {
  await save(full);
  assert.deepEqual((await save({})).data.accountNumber, full.accountNumber);
  const { data } = await save({ bank: null, membershipExpiryDate: null, phone: '' });
  assert.deepEqual([data.bank, data.membershipExpiryDate, data.phone], ['', null, '']);
  assert.deepEqual([data.name, data.swiftCode, data.notes], [full.name, 'FIRNZAJJ', full.notes]);
  const nothing = Object.fromEntries(contract.companyInfoFields.map((field) => [field, null]));
  const cleared = (await save(nothing)).data;
  for (const field of contract.companyInfoFields) {
    const empty = field in emptied ? emptied[field] : '';
    assert.equal(cleared[field], empty, field);
  }
});

test('a higher number raises a counter, and a lower, equal or missing one does not change it', async () => {
  const numbers = async (form: Form) => {
    const { data } = await save(form);
    return [data.lastUsedInvoiceNumber, data.lastUsedMemberNumber];
  };
  assert.deepEqual(
    await numbers({ lastUsedInvoiceNumber: 700, lastUsedMemberNumber: 40 }),
    [700, 40],
  );
  assert.deepEqual(
    await numbers({ lastUsedInvoiceNumber: 699, lastUsedMemberNumber: 40 }),
    [700, 40],
  );
  assert.deepEqual(
    await numbers({ lastUsedInvoiceNumber: 0, lastUsedMemberNumber: null }),
    [700, 40],
  );
  assert.deepEqual(await numbers({ name: 'Unrelated' }), [700, 40]);
  assert.deepEqual(await numbers({ lastUsedMemberNumber: 41 }), [700, 41]);
  const taken = await inTransaction(app.ctx(), ({ db }) => takeNumber(db, 'invoice'));
  assert.equal(taken, 701, 'the next number comes after it');
});

test('a form loaded before numbers were taken does not reset the counter', async () => {
  const before = await lastUsed(app, 'member');
  const filled = (await save({})).data;
  await inTransaction(app.ctx(), ({ db }) => takeNumber(db, 'member'));
  const { data } = await save(filled);
  assert.equal(data.lastUsedMemberNumber, before + 1);
});

test('numbers taken while the counter is raised are unique, and each is before or after the raise', async () => {
  const before = await lastUsed(app, 'invoice');
  const outcomes = await concurrently(40, (n) =>
    n === 20
      ? save({ lastUsedInvoiceNumber: before + 1000 }).then(() => null)
      : inTransaction(app.ctx(), ({ db }) => takeNumber(db, 'invoice')),
  );
  assert.deepEqual(failed(outcomes), []);
  const numbers = succeeded(outcomes).filter((number) => number !== null);
  const low = numbers.filter((number) => number <= before + 1000).length;
  assert.deepEqual(
    numbers.toSorted((one, two) => one - two),
    [...numbersAfter(before, low), ...numbersAfter(before + 1000, 39 - low)],
  );
});

test('values that cannot be stored are refused at their field', async () => {
  const refusals: [Form, string][] = [
    [{ email: 'nobody' }, 'email'],
    [{ membershipExpiryDate: '2027-02-29' }, 'membershipExpiryDate'],
    [{ membershipExpiryDate: '0000-01-01' }, 'membershipExpiryDate'],
    [{ lastUsedInvoiceNumber: -1 }, 'lastUsedInvoiceNumber'],
    [{ lastUsedInvoiceNumber: 1.5 }, 'lastUsedInvoiceNumber'],
    [{ lastUsedMemberNumber: 1e300 }, 'lastUsedMemberNumber'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ notes: 'x'.repeat(1001) }, 'notes'],
    [{ accountNumber: 'abc' }, 'accountNumber'],
    [{ accountNumber: '12345' }, 'accountNumber'],
    [{ accountNumber: '12345678901234' }, 'accountNumber'],
    [{ branchCode: '25065' }, 'branchCode'],
    [{ swiftCode: 'FIRNZAJ' }, 'swiftCode'],
    [{ swiftCode: 'FIRNZAJJ99' }, 'swiftCode'],
  ];
  const before = await readCompanyInfo(app.db);
  for (const [form, field] of refusals) {
    const { status, errors } = await save(form);
    assert.deepEqual([status, errors[0]?.field], [400, field], JSON.stringify(form));
  }
  assert.deepEqual(await readCompanyInfo(app.db), before);
});

test('blanks and hyphens between digits are removed, and a foreign bank or branch is accepted', async () => {
  const typed = {
    accountNumber: ' 62 0123-4567 ',
    branchCode: '25 06-55',
    swiftCode: 'firn zajj xxx',
  };
  const { status, data } = await save({ ...typed, bank: 'Bank of Skukuza' });
  assert.deepEqual(
    [status, data.accountNumber, data.branchCode, data.swiftCode, data.bank],
    [200, '6201234567', '250655', 'FIRNZAJJXXX', 'Bank of Skukuza'],
  );
  assert.equal((await save({ branchCode: '000001' })).status, 200);
});

test('an unusual value from before stays when the form sends it unchanged', async () => {
  const odd = { account_number: '62 01-abc', branch_code: '25 0655', swift_code: 'none' };
  await app.db.updateTable('company_info').set(odd).execute();
  const stored = await readCompanyInfo(app.db);
  const { status, data } = await save({ ...stored, phone: '013 555 0101' });
  assert.deepEqual([status, data], [200, { ...stored, phone: '013 555 0101' }]);
  const refused = await save({ ...stored, branchCode: '25 065' });
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'branchCode']);
});

async function administrators() {
  const users = await app.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'Admin')
    .execute();
  assert.ok(users.length > 1);
  return users.map(({ email }) => email).toSorted();
}

test('a changed account number is marked and mailed to every administrator, with the last digits only', async () => {
  await save({ accountNumber: '6201234567' });
  await app.db.deleteFrom('mails').execute();
  await naledi(app);
  await naledi(app, 'Member');
  const { data } = await save({ accountNumber: '6209876543' });
  assert.deepEqual(
    [data.accountNumberChangedBy, data.accountNumberChangedUtc],
    ['Naledi Khumalo', app.clock.now().toISOString()],
  );
  const mails = await app.db.selectFrom('mails').selectAll().execute();
  assert.deepEqual(mails.map((mail) => mail.to_email).toSorted(), await administrators());
  assert.ok(mails.every(({ kind }) => kind === 'important-change'));
  const message = await renderEmail({
    db: app.db,
    publicUrl: 'https://members.example.org',
    withoutCard: false,
    mail: mails[0]!,
  });
  for (const words of [
    'Naledi Khumalo',
    'ending in 4567',
    'ending in 6543',
    '/admin/companyinfo',
  ]) {
    assert.ok(message?.text.includes(words), words);
  }
  assert.doesNotMatch(`${message?.text}${message?.html}`, /620(123|987)/);

  const { data: later } = await save({ notes: 'Other', accountNumber: '620 987 6543' });
  assert.deepEqual(later.accountNumberChangedUtc, data.accountNumberChangedUtc);
  assert.equal((await app.db.selectFrom('mails').selectAll().execute()).length, mails.length);
});

test('the first account number is mailed as entered, and the next one as changed', async () => {
  await save({ accountNumber: null });
  const publicUrl = 'https://members.example.org';
  for (const [accountNumber, words] of [
    ['6201234567', 'entered'],
    ['6209876543', 'changed'],
  ] as const) {
    await app.db.deleteFrom('mails').execute();
    await save({ accountNumber });
    const mail = await app.db.selectFrom('mails').selectAll().limit(1).executeTakeFirstOrThrow();
    const message = await renderEmail({ db: app.db, publicUrl, withoutCard: false, mail });
    assert.equal(message?.subject, `The account number for payments was ${words}`);
  }
});

test('a stale form is refused, but a changed counter alone does not make it stale', async () => {
  await save(full);
  const got = await callApi(app, contract.getCompanyInfo, { params: { id } }, { token });
  const tag = String(got.headers['etag']);
  await inTransaction(app.ctx(), ({ db }) => takeNumber(db, 'invoice'));
  assert.equal((await save({ bank: 'Absa' }, { 'if-match': tag })).status, 200);
  assert.equal((await save({ bank: 'Nedbank' }, { 'if-match': tag })).status, 412);
  assert.equal((await readCompanyInfo(app.db)).bank, 'Absa');
});

test('there is exactly one record: a second cannot be created, and the first cannot be deleted', async () => {
  const made = await callApi(app, contract.createCompanyInfo, {}, { token });
  assert.equal(made.status, 409);
  const deleted = await callApi(app, contract.deleteCompanyInfo, { params: { id } }, { token });
  assert.equal(deleted.status, 409);
  const params = { id: '3f2c1c8e-0000-4000-8000-000000000000' };
  assert.equal((await callApi(app, contract.getCompanyInfo, { params }, { token })).status, 404);
  const other = await callApi(app, contract.updateCompanyInfo, { params, body: {} }, { token });
  assert.equal(other.status, 404);
  const list = await callApi(app, contract.listCompanyInfos, {}, { token });
  assert.deepEqual(
    list.data.map((company) => company.id),
    [id],
  );
});

test('it can be searched by name, ignoring case and accents', async () => {
  await save(full);
  const count = async (body: BodyOf<typeof contract.searchCompanyInfos>) => {
    const { data } = await callApi(app, contract.searchCompanyInfos, { body }, { token });
    return [data.results.length, data.totalCount];
  };
  for (const name of ['', null, 'ANDERUNG', 'für w', ' wild ']) {
    assert.deepEqual(await count({ name }), [1, 1]);
  }
  assert.deepEqual(await count({ name: '%' }), [0, 0]);
  assert.deepEqual(await count({ page: 2 }), [0, 1]);
});
