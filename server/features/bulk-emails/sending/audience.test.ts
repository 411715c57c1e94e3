import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countRecipients } from '#contract/bulk-emails/sending.ts';
import { recordConsent, withdrawConsent } from '#server/features/communication/consents.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { ask } from '#test/support/call.ts';
import { archive, setStatusByHand } from '#test/support/assertions.ts';
import { mokoenaChildren, naledi, registered, typeId } from '#test/support/people.ts';
import { drafted, postTo, rowsOfRun, sendAll } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestSite } from '#test/support/app.ts';
import { processBulkEmail } from './process-bulk-email.ts';

const site = await openTestSite();
const { id: admin, token } = await naledi(site);
const server = await openMailServer();
after(() => server.close());

const someone = (name: string, changes = {}) =>
  registered(site, { email: `${name}@example.org`, firstName: name, ...changes });
const memberTypeId = await typeId(site, 'FAMILY');
await someone('pending', { memberTypeId, relatives: mokoenaChildren });
for (const status of ['Active', 'Due for Renewal', 'Expired', 'Deactivated']) {
  const { memberId } = await someone(status.split(' ')[0]?.toLowerCase() ?? '');
  await setStatusByHand(site, memberId, status, admin);
}
const gone = await someone('archived');
await settleInvoice(site.work(), { invoiceId: gone.invoiceId, source: 'administrator' });
await archive(site, gone.memberId);

async function donor(name: string, isReceived = true) {
  const id = await pledged(site);
  const person = { email: `${name}@example.org`, first_name: name };
  await site.db.updateTable('donations').set(person).where('id', '=', id).execute();
  if (isReceived) await settleDonation(site.work(), { donationId: id, source: 'administrator' });
}
for (const name of ['giver', 'giver', 'silent', 'asker']) await donor(name);
await donor('promiser', false);

const agree = (name: string, purpose: 'news' | 'appeals') =>
  recordConsent(site.work(), {
    email: `${name}@example.org`,
    purpose,
    words: 'Yes, write to me.',
    source: 'donation',
  });
await agree('giver', 'news');
await agree('promiser', 'news');
await agree('asker', 'appeals');
await agree('active', 'appeals');

async function whoGets(list: string, isAppeal = false): Promise<string[]> {
  const id = await drafted(site, { list, isAppeal, content: '<p>Hello</p>', subject: 'News' });
  const count = await ask(site, countRecipients, { params: { id } }, { token });
  await processBulkEmail(site.work(), id);
  const rows = await rowsOfRun(site, id);
  assert.equal(count.data.toSend, rows.length);
  return rows.map(({ email }) => email.split('@')[0] ?? '');
}

test('each list holds whom it names: nobody archived or deactivated, and no relatives', async () => {
  assert.deepEqual(await whoGets('All members'), ['active', 'due', 'expired', 'pending']);
  assert.deepEqual(await whoGets('Active'), ['active']);
  assert.deepEqual(await whoGets('Due for Renewal'), ['due']);
  assert.deepEqual(await whoGets('Expired'), ['expired']);
});

test('donors are those whose money came in and who agreed to hear from us, once each', async () => {
  assert.deepEqual(await whoGets('Donors'), ['asker', 'giver']);
});

test('an appeal goes only to those who agreed to be asked for money', async () => {
  assert.deepEqual(await whoGets('All members', true), ['active']);
  assert.deepEqual(await whoGets('Donors', true), ['asker']);
});

test('who withdraws the consent in the middle gets nothing', async () => {
  const id = await drafted(site, { list: 'Donors', content: '<p>Hello</p>', subject: 'News' });
  await processBulkEmail(site.work(), id);
  await withdrawConsent(site.work(), 'giver@example.org', 'news');
  const done = await sendAll(site, postTo(site, server.url), id);
  assert.deepEqual([done.sentCount, done.suppressedCount], [1, 1]);
  const row = (await rowsOfRun(site, id)).find(({ email }) => email === 'giver@example.org');
  assert.equal(row?.answer, 'The consent was withdrawn');
});
