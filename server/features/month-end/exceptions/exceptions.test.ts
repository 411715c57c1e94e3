import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordNumber } from '#contract/payment-references/payment-reference.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { checkDueBooks } from '#server/features/books/check-due-books.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const found = async (body: Parameters<typeof callApi<typeof searchExceptions>>[2]['body']) =>
  (await callApi(app, searchExceptions, { body }, await as())).data;
const mails = () =>
  app.db
    .selectFrom('mails')
    .select(['to_email', 'about'])
    .where('kind', '=', 'exceptions')
    .orderBy('created_at')
    .execute();

app.clock.set('2027-03-10T08:00:00Z');
const money = { payerName: 'Nomsa', amount: 80, paidOn: '2027-03-10', paidBy: 'EFT' as const };
const { data: credit } = await callApi(app, recordMoney, { body: money }, await as());
const refund = { amount: 30, refundedOn: '2027-03-10', reference: 'Back' };
await callApi(app, refundCredit, { params: { id: credit.id }, body: refund }, await as());

test('a refund is an exception of its month, and money that came is none', async () => {
  const { results, totalCount } = await found({ period: '2027-03' });
  assert.deepEqual(
    results.map(({ what, about, amount, byName }) => [what, about, amount, byName]),
    [['refundCredit', 'Nomsa', 30, 'Naledi Khumalo']],
  );
  assert.equal(totalCount, 1);
  assert.equal((await found({ period: '2027-04' })).totalCount, 0);
  assert.equal((await found({ text: 'sipho' })).totalCount, 0);
  assert.equal((await found({ text: 'nomsa' })).totalCount, 1);
  assert.equal((await found({ period: '2027-03', what: 'voidInvoice' })).totalCount, 0);
});

test('company info is an exception only with its bank details, and a person only with roles', async () => {
  const audited = (action: string, after: object) =>
    app.db
      .insertInto('audit_entries')
      .values({
        at: app.clock.now(),
        by_user_id: adminId,
        by_name: 'Naledi Khumalo',
        action,
        subject_kind: 'companyInfo',
        subject_id: crypto.randomUUID(),
        subject_name: 'Friends',
        before: '{}',
        after: JSON.stringify(after),
      })
      .execute();
  await audited('updateCompanyInfo', { phone: '012' });
  await audited('updateUser', { firstName: 'N' });
  await audited('closeMonth', {});
  assert.equal((await found({ period: '2027-03' })).totalCount, 1);
  await audited('updateCompanyInfo', { accountNumber: '123456' });
  await audited('updateUser', { roles: ['Admin'] });
  await audited('closeMonth', { despite: 'Payments' });
  const { results } = await found({ period: '2027-03', sortDescending: false });
  assert.deepEqual(
    results.map(({ what, reason }) => [what, reason].join(' ').trim()),
    ['refundCredit', 'updateCompanyInfo', 'updateUser', 'closeMonth Payments'],
  );
});

test('in the first night of a month every administrator gets the exceptions of the month before, once', async () => {
  app.clock.set('2027-03-30T01:00:00Z');
  await checkDueBooks(app.ctx());
  app.clock.set('2027-03-31T01:00:00Z');
  await checkDueBooks(app.ctx());
  assert.deepEqual(await mails(), []);
  app.clock.set('2027-04-02T01:00:00Z');
  await checkDueBooks(app.ctx());
  await checkDueBooks(app.ctx());
  app.clock.set('2027-04-03T01:00:00Z');
  await checkDueBooks(app.ctx());
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.deepEqual(mail?.about, {
    month: '2027-03',
    counts: [
      { what: 'refundCredit', count: 1 },
      { what: 'closeMonth', count: 1 },
      { what: 'updateCompanyInfo', count: 1 },
      { what: 'updateUser', count: 1 },
    ],
  });
});

test('an exception of an erased payer still names its document', async () => {
  const { invoiceId } = await registered(app, { email: 'erased@example.org' });
  const number = await app.db
    .selectFrom('invoices')
    .select('number')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('audit_entries')
    .values({
      at: app.clock.now(),
      by_user_id: adminId,
      by_name: 'Naledi Khumalo',
      action: 'undoInvoicePayment',
      subject_kind: 'invoice',
      subject_id: invoiceId,
      subject_name: 'Erased',
      before: '{}',
      after: '{}',
    })
    .execute();
  const { results } = await found({ what: 'undoInvoicePayment' });
  assert.deepEqual(
    results.map(({ about }) => about),
    [recordNumber('INV', number.number)],
  );
});
