import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { countAudience, countRecipients } from '#contract/bulk-emails/sending.ts';
import {
  recordConsent,
  recordWaiting,
  withdrawConsent,
} from '#server/features/communication/consents.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, setStatusByHand } from '#test/support/assertions.ts';
import { mokoenaChildren, naledi, registered, typeId } from '#test/support/people.ts';
import { drafted, postTo, rowsOfRun, sendAll } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';
import { processBulkEmail } from './process-bulk-email.ts';

const app = await openTestApp();
const { id: admin, token } = await naledi(app);
const server = await openMailServer();
after(() => server.close());

const someone = (name: string, changes = {}) =>
  registered(app, { email: `${name}@example.org`, firstName: name, ...changes });
const memberTypeId = await typeId(app, 'FAMILY');
await someone('pending', { memberTypeId, relatives: mokoenaChildren });
for (const status of ['Active', 'Due for Renewal', 'Expired', 'Deactivated']) {
  const { memberId } = await someone(status.split(' ')[0]?.toLowerCase() ?? '');
  await setStatusByHand(app, memberId, status, admin);
}
const gone = await someone('archived');
await settleInvoice(app.ctx(), { invoiceId: gone.invoiceId, source: 'administrator' });
await archive(app, gone.memberId);

async function donor(name: string, isReceived = true) {
  const id = await pledged(app);
  const person = { email: `${name}@example.org`, first_name: name };
  await app.db.updateTable('donations').set(person).where('id', '=', id).execute();
  if (isReceived) await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
}
for (const name of ['giver', 'giver', 'silent', 'asker']) await donor(name);
await donor('promiser', false);

const agree = (name: string, purpose: 'news' | 'appeals') =>
  recordConsent(app.ctx(), {
    email: `${name}@example.org`,
    purpose,
    words: 'Yes, write to me.',
    source: 'donation',
  });
await agree('giver', 'news');
await agree('promiser', 'news');
await agree('asker', 'appeals');
await agree('active', 'appeals');
await recordWaiting(app.ctx(), {
  email: 'silent@example.org',
  purpose: 'news',
  words: 'Yes, write to me.',
  source: 'donation',
});

async function whoGets(list: string, isAppeal = false): Promise<string[]> {
  const id = await drafted(app, { list, isAppeal, content: '<p>Hello</p>', subject: 'News' });
  const count = await callApi(app, countRecipients, { params: { id } }, { token });
  await processBulkEmail(app.ctx(), id);
  const rows = await rowsOfRun(app, id);
  assert.equal(count.data.toSend, rows.length);
  return rows.map(({ email }) => email.split('@')[0] ?? '');
}

test('each list contains its members, and no archived or deactivated members or relatives', async () => {
  assert.deepEqual(await whoGets('All members'), ['active', 'due', 'expired', 'pending']);
  assert.deepEqual(await whoGets('Active'), ['active']);
  assert.deepEqual(await whoGets('Due for Renewal'), ['due']);
  assert.deepEqual(await whoGets('Expired'), ['expired']);
});

test('Donors contains each donor with a received donation and a consent once', async () => {
  assert.deepEqual(await whoGets('Donors'), ['asker', 'giver']);
});

test('an appeal goes only to recipients who agreed to appeals', async () => {
  assert.deepEqual(await whoGets('All members', true), ['active']);
  assert.deepEqual(await whoGets('Donors', true), ['asker']);
});

test('a recipient who withdraws the consent during the run gets nothing', async () => {
  const id = await drafted(app, { list: 'Donors', content: '<p>Hello</p>', subject: 'News' });
  await processBulkEmail(app.ctx(), id);
  await withdrawConsent(app.ctx(), { email: 'giver@example.org', purpose: 'news' });
  const done = await sendAll(app, postTo(app, server.url), id);
  assert.deepEqual([done.sentCount, done.suppressedCount], [1, 1]);
  const row = (await rowsOfRun(app, id)).find(({ email }) => email === 'giver@example.org');
  assert.equal(row?.answer, 'The consent was withdrawn');
});

test('before an email is saved, its list says how many get it, and why others do not', async () => {
  const lists = await allLists(app.db);
  const count = async (name: string, isAppeal = false) => {
    const communicationListId = lists.find((list) => list.name === name)?.id ?? '';
    const body = { communicationListId, isAppeal };
    return (await callApi(app, countAudience, { body }, { token })).data;
  };
  await suppress(app.ctx(), { email: 'due@example.org', kind: 'unsubscribed', reason: '' });
  await suppress(app.ctx(), { email: 'expired@example.org', kind: 'refused', reason: '550' });
  const everyone = await count('All members');
  const { toSend, ...leftOut } = everyone;
  assert.deepEqual(leftOut, { noConsent: 0, unsubscribed: 1, refused: 1, deactivated: 1 });
  const appeal = await count('All members', true);
  assert.equal(toSend + 2, appeal.toSend + appeal.noConsent + appeal.unsubscribed + appeal.refused);
  assert.ok(appeal.noConsent > 0);
  const id = await drafted(app, { list: 'All members', isAppeal: true, content: '<p>Hi</p>' });
  const asked = await callApi(app, countRecipients, { params: { id } }, { token });
  // The question before sending names the same people.
  assert.deepEqual({ ...asked.data, ...appeal }, asked.data);
  const numbers = [...bulkEmailWords.leftOutOf({ ...appeal, unsubscribed: 4 }).matchAll(/\d+/g)];
  const [all, ...reasons] = numbers.map(Number);
  assert.ok(reasons.length > 1);
  assert.equal(
    all,
    reasons.reduce((sum, one) => sum + one, 0),
  );
  const active = await count('Active');
  assert.equal(active.deactivated, 0);
  const body = { communicationListId: randomUUID() };
  assert.equal((await callApi(app, countAudience, { body }, { token })).status, 400);
});
