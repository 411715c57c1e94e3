import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendMailAgain } from '#contract/communication/mail-log.ts';
import { deleteDonation } from '#contract/donations/admin-endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { createInvoice, deleteInvoice, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getMenuCounts, mostFailedMails } from '#contract/menu-counts/endpoints.ts';
import { undoDonationPayment, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { closeCredit } from '#contract/payments/credits.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import { askForErasure, declineErasure } from '#contract/privacy/erasure.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { mergeListChanges, recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { underWay } from '#test/support/mail/bulk.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
let people = 0;

const counts = async () => (await callApi(app, getMenuCounts, {}, as)).data;
const newInvoice = async () =>
  (await registered(app, { email: `counted-${++people}@example.org` })).invoiceId;
const reason = { reason: 'A mistake' };

/** The count after each step, which a merge and a recount do not change. */
async function assertSteps(
  name: 'unpaidInvoices' | 'pendingDonations',
  steps: [() => Promise<unknown>, number][],
) {
  const start = (await counts())[name] ?? NaN;
  const afterSteps: number[] = [];
  for (const [step] of steps) {
    await step();
    afterSteps.push(((await counts())[name] ?? NaN) - start);
  }
  assert.deepEqual(
    afterSteps,
    steps.map(([, expected]) => expected),
  );
  await mergeListChanges(app);
  assert.equal((await counts())[name] ?? NaN, start + (afterSteps.at(-1) ?? 0));
  await recountLists(app);
  assert.equal((await counts())[name] ?? NaN, start + (afterSteps.at(-1) ?? 0));
}

test('an invoice is unpaid until it is paid, void or deleted, and again after an undo', async () => {
  const [paid, withdrawn] = [await newInvoice(), await newInvoice()];
  const body = {
    userFirstName: 'Sipho',
    userLastName: 'Nkosi',
    userEmail: 'sipho@example.org',
    address: '',
    line: 'A book',
    amount: 120,
    paymentType: 'EFT',
  } as const;
  let loose = '';
  const settle = () => settleInvoice(app.ctx(), { invoiceId: paid, source: 'administrator' });
  await assertSteps('unpaidInvoices', [
    [settle, -1],
    [settle, -1],
    [() => callApi(app, undoInvoicePayment, { params: { id: paid }, body: reason }, as), 0],
    [settle, -1],
    [() => callApi(app, voidInvoice, { params: { id: withdrawn }, body: reason }, as), -2],
    [async () => (loose = (await callApi(app, createInvoice, { body }, as)).data.id), -1],
    [() => callApi(app, deleteInvoice, { params: { id: loose } }, as), -2],
  ]);
});

test('a donation is pending until it is received or deleted, and again after an undo', async () => {
  const id = await pledged(app);
  const donor = { firstName: 'A', lastName: 'B', email: 'a@example.org', amount: 10 };
  const body = { ...donor, donationTypeId: await donationTypeId(app, 'EFT') };
  let entered = '';
  await assertSteps('pendingDonations', [
    [() => settleDonation(app.ctx(), { donationId: id, source: 'administrator' }), -1],
    [() => callApi(app, undoDonationPayment, { params: { id }, body: reason }, as), 0],
    [async () => (entered = (await callApi(app, donate, { body }, as)).data.id), 1],
    [() => callApi(app, deleteDonation, { params: { id: entered } }, as), 0],
  ]);
});

test('a second card payment is a credit until it is closed', async () => {
  const invoiceId = await newInvoice();
  for (const externalReference of ['payfast:1', 'payfast:2']) {
    await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference });
  }
  assert.equal((await counts()).credits, 1);
  const credit = app.db.selectFrom('payments').where('credit_cents', '>', 0).select('id');
  const params = await credit.executeTakeFirstOrThrow();
  await callApi(app, closeCredit, { params, body: reason }, as);
  assert.equal((await counts()).credits, 0);
});

test('a bulk email counts while it is being sent, also while it is paused', async () => {
  assert.equal((await counts()).runningBulkEmails, 0);
  const id = await underWay(app, 2);
  assert.equal((await counts()).runningBulkEmails, 1);
  const email = app.db.updateTable('bulk_emails').where('id', '=', id);
  await email.set({ paused_at: app.clock.now() }).execute();
  assert.equal((await counts()).runningBulkEmails, 1);
  await email.set({ paused_at: null, completed_at: app.clock.now() }).execute();
  assert.equal((await counts()).runningBulkEmails, 0);
});

test('a failed mail counts until it is sent again, or for thirty days', async () => {
  const invoiceId = await newInvoice();
  const fail = (failed_at: Date) =>
    app.db
      .updateTable('mails')
      .set({ next_attempt_at: null, failed_at })
      .where(isAbout(invoiceId))
      .where('kind', '=', 'invoice')
      .returning('id')
      .executeTakeFirstOrThrow();
  const mail = await fail(app.clock.now());
  assert.equal((await counts()).failedMails, 1);
  await callApi(app, sendMailAgain, { params: mail }, as);
  assert.equal((await counts()).failedMails, 0);
  await app.db.updateTable('mails').set({ sent_again_at: null }).execute();
  assert.equal((await counts()).failedMails, 1);
  await fail(new Date(app.clock.now().getTime() - 32 * 86_400_000));
  assert.equal((await counts()).failedMails, 0);
});

test('a request to be erased counts until it is answered', async () => {
  const { memberId, userId } = await registered(app, { email: 'erase-me@example.org' });
  const params = { id: memberId };
  await callApi(app, askForErasure, { params }, { token: await tokenOf(app, userId) });
  assert.equal((await counts()).erasureRequests, 1);
  await callApi(app, declineErasure, { params, body: { reason: 'You are still a member' } }, as);
  assert.equal((await counts()).erasureRequests, 0);
});

test('a pair of members counts until one is archived, and a backup that failed until one is made', async () => {
  const [one, other] = [
    await registered(app, { email: 'one@example.org' }),
    await registered(app, { email: 'other@example.org' }),
  ];
  const [first_id = '', second_id = ''] = [one.memberId, other.memberId].toSorted();
  const pair = { first_id, second_id, strength: 3, reasons: ['phone'], details_hash: 'a' };
  const before = (await counts()).duplicates ?? NaN;
  await app.db.insertInto('duplicate_pairs').values(pair).execute();
  assert.equal((await counts()).duplicates, before + 1);
  const archived = app.db.updateTable('members').set({ archived_at: app.clock.now() });
  await archived.where('id', '=', first_id).execute();
  assert.equal((await counts()).duplicates, before);

  assert.equal((await counts()).backupProblems, 0);
  const at = app.clock.now();
  const backup = {
    requested_at: at,
    started_at: at,
    host: 'a',
    folder: '/b',
    file_name: 'backup-2027-03-10.tar.gz',
  };
  const failed = { id: crypto.randomUUID(), failed_at: at, failure: 'The disk is full.' };
  await app.db
    .insertInto('backups')
    .values({ ...backup, ...failed, night: '2020-01-02' })
    .execute();
  assert.equal((await counts()).backupProblems, 1);
  const made = { id: crypto.randomUUID(), made_at: at, bytes: 1000, row_count: 10 };
  const later = new Date(at.getTime() + 1000);
  await app.db
    .insertInto('backups')
    .values({ ...backup, ...made, night: '2020-01-03', requested_at: later })
    .execute();
  assert.equal((await counts()).backupProblems, 0);
});

test('after an outage, failed mails are counted up to a limit', async () => {
  const at = app.clock.now();
  const rows = Array.from({ length: mostFailedMails + 20 }, () => ({
    id: crypto.randomUUID(),
    kind: 'test',
    to_email: 'a@example.org',
    about: '{}',
    created_at: at,
    failed_at: at,
  }));
  await app.db.insertInto('mails').values(rows).execute();
  assert.equal((await counts()).failedMails, mostFailedMails);
});

test('a card notification is found by the number of its record', async () => {
  const invoiceId = await newInvoice();
  await notify(app, 'subscription', signed(toldOf(invoiceId)));
  await notify(app, 'subscription', signed(toldOf('not an id')));
  const { number } = (await rowsOf(app, invoiceId)).invoice;
  const body = { text: invoiceNumber(number) };
  const found = (await callApi(app, searchNotifications, { body }, as)).data.results;
  assert.deepEqual(
    found.map(({ recordId }) => recordId),
    [invoiceId],
  );
  const donationId = await pledged(app);
  await notify(app, 'donation', signed(toldOf(donationId)));
  const donations = (await callApi(app, searchNotifications, { body: { text: 'DON-' } }, as)).data;
  assert.deepEqual(
    donations.results.map(({ recordId }) => recordId),
    [donationId],
  );
});

test('the name of the caller is the one of now', async () => {
  const { ownName } = await counts();
  const own = app.db.updateTable('users').where('first_name', '=', 'Naledi');
  await own.set({ last_name: 'Renamed' }).execute();
  assert.notEqual((await counts()).ownName, ownName);
  assert.match((await counts()).ownName, / Renamed$/);
});
