import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { updateDonation } from '#contract/donations/admin-endpoints.ts';
import { createInvoice, updateInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { updateMemberType } from '#contract/member-types/endpoints.ts';
import { countCash } from '#contract/month-end/cash-count.ts';
import { updateMonthEndSettings } from '#contract/month-end/endpoints.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { readSettings } from '#server/features/month-end/queries.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';

const app = await openTestApp();
app.clock.set('2027-03-10T08:00:00Z');
const { id: adminId, token } = await naledi(app);
const as = { token };
let seen = 0;
/** What, amount and reason of the exceptions since the last call. */
async function added() {
  const body = { period: '2027-03', sortDescending: false, pageSize: 100 };
  const { results } = (await callApi(app, searchExceptions, { body }, as)).data;
  const some = results.slice(seen).map(({ what, amount, reason }) => [what, amount, reason]);
  seen = results.length;
  return some;
}

test('an exception has the amount that was undone or written off, not that of its invoice', async () => {
  const { invoiceId: id } = await registered(app, { email: 'part@example.org' });
  await callApi(app, processInvoicePayment, { params: { id }, body: { amount: 100 } }, as);
  const undo = { params: { id }, body: { reason: 'Wrong person' } };
  await callApi(app, undoInvoicePayment, undo, as);
  await callApi(app, processInvoicePayment, { params: { id }, body: { amount: 350 } }, as);
  const writeOff = { params: { id }, body: { amount: 100, reason: 'Moved away' } };
  assert.equal((await callApi(app, writeOffInvoice, writeOff, as)).status, 200);
  const back = { params: { id }, body: { reason: 'Came back' } };
  assert.equal((await callApi(app, undoWriteOff, back, as)).status, 200);
  assert.deepEqual(await added(), [
    ['undoInvoicePayment', 100, 'Wrong person'],
    ['writeOffInvoice', 100, 'Moved away'],
    ['undoWriteOff', 100, 'Came back'],
  ]);
});

test('the VAT basis, the deferral and the end of the year are exceptions, other settings are none', async () => {
  const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const company = (body: object) => callApi(app, updateCompanyInfo, { params, body }, as);
  assert.equal((await company({ vatNumber: '4012345678' })).status, 200);
  assert.equal((await company({ vatBasis: 'invoices' })).status, 200);
  const settings = await readSettings(app.db);
  const change = async (body: typeof settings) =>
    assert.equal((await callApi(app, updateMonthEndSettings, { body }, as)).status, 200);
  await change({ ...settings, taxRate: 'Standard' });
  await change({ ...settings, showsDeferred: !settings.showsDeferred });
  await change({ ...settings, yearEndMonth: (settings.yearEndMonth % 12) + 1 });
  const all = await added();
  assert.deepEqual(all, [
    ['updateCompanyInfo', null, 'VAT basis: Invoices'],
    ['updateMonthEndSettings', null, ''],
    ['updateMonthEndSettings', null, ''],
  ]);
});

test('a count of the cash is an exception if it replaces another', async () => {
  for (const amount of [100, 90]) {
    await callApi(app, countCash, { body: { day: '2027-03-09', amount } }, as);
  }
  assert.deepEqual(await added(), [['countCash', 90, 'It was R100.00']]);
});

test('money that was owed before these books is an exception', async () => {
  const money = { payerName: 'Nomsa', amount: 80, paidOn: '2027-03-01', paidBy: 'EFT' as const };
  await callApi(app, recordMoney, { body: money }, as);
  await callApi(app, recordMoney, { body: { ...money, reportedElsewhere: true } }, as);
  assert.deepEqual(await added(), [['recordMoney', 80, '']]);
});

test('a changed amount of an invoice that was not sent, a donation and a fee have both amounts', async () => {
  const form = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
  const body = { ...form, amount: 3000, paymentType: 'EFT' } as const;
  const { id } = (await callApi(app, createInvoice, { body }, as)).data;
  const invoice = (changed: object) =>
    callApi(app, updateInvoice, { params: { id }, body: changed }, as);
  assert.equal((await invoice({ line: 'Hall' })).status, 200);
  assert.equal((await invoice({ amount: 3 })).status, 200);
  const donation = { params: { id: await pledged(app) }, body: { amount: 20 } };
  const { status } = await callApi(app, updateDonation, donation, as);
  assert.equal(status, 200);
  const type = { id: await typeId(app, 'Student') };
  const { fee_cents: fee } = await app.db
    .selectFrom('member_types')
    .select('fee_cents')
    .where('id', '=', type.id)
    .executeTakeFirstOrThrow();
  await callApi(app, updateMemberType, { params: type, body: { fee: 250 } }, as);
  const [first, second, ...others] = await added();
  assert.deepEqual(first, ['updateInvoice', 3, 'It was R3000.00']);
  assert.deepEqual(second?.slice(0, 2), ['updateDonation', 20]);
  assert.match(String(second?.[2]), /^It was R\d+\.00$/);
  assert.deepEqual(others, [['updateMemberType', 250, `It was R${(fee / 100).toFixed(2)}`]]);
});

test('an import of payments is an exception, and one of members is none', async () => {
  const members = openImports(app, token);
  const person = 'First name,Last name,Email,Type\nNomsa,Import,nomsa@example.org,Individual';
  await members.start(await members.checked(person));
  const payments = openImports(app, token, 'payments');
  const file =
    'First name,Last name,Email,Amount,Paid on,Paid by\nA,Zulu,a@example.org,100,2027-03-05,EFT';
  await payments.start(await payments.checked(file));
  assert.deepEqual(await added(), [['startImport', null, '']]);
});

for (const what of [
  'updateCardAccount',
  'dismissDifference',
  'mergeMembers',
  'undoMerge',
] as const) {
  test(`${what} is an exception`, async () => {
    await app.db
      .insertInto('audit_entries')
      .values({
        at: app.clock.now(),
        by_user_id: adminId,
        by_name: 'Naledi Khumalo',
        action: what,
        subject_kind: 'member',
        subject_id: crypto.randomUUID(),
        subject_name: 'Nomsa',
        before: '{}',
        after: '{"reason": "Why"}',
      })
      .execute();
    assert.deepEqual(await added(), [[what, null, 'Why']]);
  });
}
