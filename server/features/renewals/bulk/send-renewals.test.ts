import { readInvoiceRenewal } from '../read-renewal.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { BodyOf } from '#contract/endpoint.ts';
import { emptyId } from '#contract/fields.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { listRenewalRuns, previewRenewals, sendRenewals } from '#contract/renewals/endpoints.ts';
import { renderInvoiceEmail } from '#server/features/invoices/emails/invoice-email.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, openInvoice } from '#test/support/assertions.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { openTestApp } from '#test/support/app.ts';
import { mailsOf, renewalsOf } from '#test/support/renewals.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-12-01T08:00:00Z');
const token = await tokenOf(app, adminId);
const endsOn = '2027-12-31';
type Body = BodyOf<typeof sendRenewals>;
const send = (body: Body) => callApi(app, sendRenewals, { body }, { token });
const preview = (body: Body) => callApi(app, previewRenewals, { body }, { token });
const counted = async (body: Body) => {
  const { toSend, skipped } = (await preview(body)).data;
  return { toSend, skipped };
};

test('an empty selection gets the error message, and nothing is done', async () => {
  for (const body of [
    {},
    { selectedItems: [] },
    { selectedItems: null, sendAll: false, filters: { lastName: 'a' } },
    { selectedItems: [emptyId] },
  ]) {
    for (const { status, message } of [await send(body), await preview(body)]) {
      assert.deepEqual([status, message], [400, 'Please select at least one member.']);
    }
  }
  assert.equal((await send({ selectedItems: ['x'] })).status, 400);
  const many = Array.from({ length: 2001 }, () => randomUUID());
  assert.match((await send({ selectedItems: many })).message, /at most 2000 members/);
});

test('the preview names the bank details that the invoices would lack', async () => {
  const [id = ''] = await addManyMembers(app, 1, { lastName: 'Unbanked', endsOn });
  const missing = async () => (await preview({ selectedItems: [id] })).data.missingBankDetails;
  assert.deepEqual(await missing(), [
    'Name of the organisation',
    'Bank',
    'Account number',
    'Branch code',
    'Account type',
  ]);
  const details = {
    name: 'Trust',
    bank: 'First Bank',
    account_number: '1',
    account_type: 'Cheque',
  };
  await app.db.updateTable('company_info').set(details).execute();
  assert.deepEqual(await missing(), ['Branch code']);
});

test('the selected members get an EFT invoice by mail, and a second request sends nothing', async () => {
  const [one = '', other = ''] = await addManyMembers(app, 3, { lastName: 'Chosen', endsOn });
  const body = { selectedItems: [one, other.toUpperCase(), one, emptyId] };
  assert.deepEqual(await counted(body), { toSend: 2, skipped: [] });
  assert.deepEqual((await send(body)).data, { created: 2, skipped: [] });
  const again = { reason: 'Open invoice', count: 2 };
  assert.deepEqual(await counted(body), { toSend: 0, skipped: [again] });
  assert.deepEqual((await send(body)).data, { created: 0, skipped: [again] });
  const invoices = await renewalsOf(app, 'Chosen');
  assert.equal(invoices.length, 2);
  for (const invoice of invoices) {
    assert.deepEqual(
      [invoice.payment_type, invoice.amount_cents, invoice.line, invoice.sent_at],
      ['EFT', 45_000, 'Membership: Individual', app.clock.now()],
    );
    assert.equal(invoice.payer_address, '12 Acacia Road\n0081');
    const [mail, ...others] = await mailsOf(app, invoice.id);
    assert.equal(others.length, 0);
    const publicUrl = 'https://members.example.org';
    const email = await renderInvoiceEmail(readInvoiceRenewal)({
      db: app.db,
      publicUrl,
      mail: mail!,
    });
    assert.ok(email?.text.includes(`/payment/payfast-redirect/subscription/${invoice.id}`));
    assert.ok(email?.text.includes(`Payment reference: INV-`) || email?.text.includes('bank'));
  }
});

test('ineligible members are skipped, and the reasons are counted', async () => {
  const lastName = 'Skipped';
  const [a = '', b = '', c = '', d = '', e = ''] = await addManyMembers(app, 6, {
    lastName,
    endsOn,
  });
  await archive(app, a);
  const set = (id: string, change: object) =>
    app.db.updateTable('members').set(change).where('id', '=', id).execute();
  await set(b, { member_status_id: await statusId(app.db, statusNames.deactivated) });
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
  await set(c, { member_type_id: free });
  await openInvoice(app, d, 'Individual');
  const paid = await openInvoice(app, e, 'Individual');
  await settleInvoice(app.ctx(), { invoiceId: paid, source: 'administrator' });
  const reasons = [
    { reason: 'Deactivated', count: 1 },
    { reason: 'Free membership', count: 1 },
    { reason: 'Open invoice', count: 1 },
    { reason: 'Already renewed', count: 1 },
  ] as const;
  const all = { sendAll: true, filters: { lastName } };
  assert.deepEqual(await counted(all), { toSend: 1, skipped: [...reasons] });
  const chosen = { selectedItems: [a, b, c, d, e, randomUUID(), randomUUID()] };
  const skipped = [
    { reason: 'Unknown member', count: 2 },
    { reason: 'Archived', count: 1 },
    ...reasons,
  ];
  assert.deepEqual(await counted(chosen), { toSend: 0, skipped });
  assert.deepEqual((await send(chosen)).data, { created: 0, skipped });
  assert.deepEqual((await send(all)).data, { created: 1, skipped: [...reasons] });
});

test('all matching members are invoiced, over many pages, and no others', async () => {
  await addManyMembers(app, 620, { lastName: 'Matching', endsOn });
  await addManyMembers(app, 5, { lastName: 'Other', endsOn });
  const { data } = await send({ sendAll: true, filters: { lastName: 'matchING', email: '' } });
  assert.deepEqual(data, { created: 620, skipped: [] });
  const invoices = await renewalsOf(app, 'Matching');
  assert.equal(new Set(invoices.map(({ member_id }) => member_id)).size, 620);
  const numbers = invoices.map(({ number }) => number);
  assert.equal(Math.max(...numbers) - Math.min(...numbers), 619, 'without a gap');
  assert.deepEqual(await renewalsOf(app, 'Other'), []);
  const nobody = await send({ sendAll: true, filters: { lastName: 'nobody is called this' } });
  assert.deepEqual(nobody.data, { created: 0, skipped: [] });
});

test('a member paid beyond the two months is skipped, and one paid to the last day of them is invoiced', async () => {
  await addManyMembers(app, 1, { lastName: 'Edge', endsOn: '2028-01-31' });
  await addManyMembers(app, 2, { lastName: 'Edge2', endsOn: '2028-01-30' });
  const { data } = await send({ sendAll: true, filters: { lastName: 'Edge' } });
  assert.deepEqual(data, { created: 2, skipped: [{ reason: 'Already renewed', count: 1 }] });
});

test('a member who was created and never paid gets a first invoice', async () => {
  const { memberId, invoiceId } = await registered(app, { lastName: 'Entered' });
  const body = { selectedItems: [memberId] };
  assert.deepEqual((await send(body)).data.skipped, [{ reason: 'Open invoice', count: 1 }]);
  await app.db
    .updateTable('invoices')
    .set({ voided_at: app.clock.now(), void_reason: 'By mistake' })
    .where('id', '=', invoiceId)
    .execute();
  assert.equal((await send(body)).data.created, 1);
});

test('each run is one audit entry, and the latest runs are listed with their progress', async () => {
  await addManyMembers(app, 3, { lastName: 'Noted', endsOn });
  const filters = { lastName: 'Noted' };
  app.clock.set('2027-12-01T09:00:00Z');
  await send({ sendAll: true, filters });
  const [run, ...before] = (await callApi(app, listRenewalRuns, {}, { token })).data;
  assert.ok(before.length > 0 && before.length <= 9);
  const { id, ...shown } = run!;
  assert.deepEqual(shown, {
    startedBy: 'Naledi Khumalo',
    isOwn: true,
    startedUtc: '2027-12-01T09:00:00.000Z',
    total: 3,
    done: 3,
    created: 3,
    skipped: [],
    finishedUtc: '2027-12-01T09:00:00.000Z',
  });
  const noted = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .execute();
  assert.equal(noted.length, 1);
  const { action, subject_kind, subject_name, by_user_id, after } = noted[0]!;
  assert.deepEqual([action, subject_kind, subject_name], ['sendRenewals', 'renewals', '3 members']);
  assert.equal(by_user_id, adminId);
  assert.deepEqual(after, { filters, created: 3, skipped: [] });
});
