import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '#contract/communication/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp } from '#test/support/app.ts';
import { hasConsent, recordConsent, withdrawConsent } from './consents.ts';
import { allLists } from './communication-lists.ts';
import { suppress } from './suppressions.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };

/** The token of the unsubscribe link in a bulk email to this address. */
async function tokenFor(email: string): Promise<string> {
  const [list] = await allLists(app.db);
  const [bulk_email_id, id] = [randomUUID(), randomUUID()];
  const at = app.clock.now();
  const what = { subject: 'News', title: '', content: '<p>Hello</p>' };
  const email_row = { id: bulk_email_id, ...what, communication_list_id: list?.id ?? '' };
  await app.db
    .insertInto('bulk_emails')
    .values({ ...email_row, created_at: at, processing_at: at })
    .execute();
  const row = { id, bulk_email_id, email, name: 'Thandi', replacements: '{}', sent_at: at };
  await app.db.insertInto('bulk_recipients').values(row).execute();
  return id;
}

const unsubscribe = (linkToken: string, reason?: string) =>
  callApi(app, contract.unsubscribe, { body: { token: linkToken, reason } });
const search = (body: object) =>
  callApi(app, contract.searchUnsubscribedEmails, { body }, as).then(({ data }) => data);

test('the link unsubscribes its address, works repeatedly, and stores the reason', async () => {
  const link = await tokenFor('thandi@example.org');
  assert.equal((await unsubscribe(link)).status, 200);
  const first = (await search({ email: 'thandi' })).results[0];
  assert.deepEqual([first?.kind, first?.reason], ['unsubscribed', '']);
  app.clock.set('2027-03-10T09:00:00Z');
  assert.equal((await unsubscribe(link, 'Too many mails')).status, 200);
  assert.equal((await unsubscribe(link)).status, 200);
  const { results, totalCount } = await search({ email: 'THANDI@' });
  assert.equal(totalCount, 1);
  assert.equal(results[0]?.reason, 'Too many mails');
  assert.equal(results[0].createdUtc, first?.createdUtc);
});

test('a wrong or missing token gets a 400 with a message', async () => {
  for (const wrong of ['', 'test', randomUUID(), `${randomUUID()}x`, '\u0000', 'ä'.repeat(5000)]) {
    const { status, message } = await unsubscribe(wrong);
    assert.equal(status, 400, wrong);
    assert.equal(message, contract.communicationTexts.badToken);
  }
  const missing = await callApi(app, contract.unsubscribe, { body: {} as { token: string } });
  assert.equal(missing.status, 400);
});

test('the link names its address, masked, and reading it changes nothing', async () => {
  const read = (token: string) => callApi(app, contract.readUnsubscribeLink, { body: { token } });
  for (const [email, masked] of [
    ['lerato.nkosi@example.org', 'l***@example.org'],
    ['"a@b"@example.org', '"***@example.org'],
  ] as const) {
    const { status, data } = await read(await tokenFor(email));
    assert.deepEqual([status, data], [200, { maskedEmail: masked }]);
    assert.equal((await search({ email })).totalCount, 0);
  }
  const wrong = await read(randomUUID());
  assert.deepEqual([wrong.status, wrong.message], [400, contract.communicationTexts.badToken]);
});

test('twenty concurrent unsubscribes create one row', async () => {
  const link = await tokenFor('many@example.org');
  const replies = succeeded(await concurrently(20, () => unsubscribe(link)));
  assert.ok(replies.every(({ status }) => status === 200));
  assert.equal((await search({ email: 'many@' })).totalCount, 1);
});

test('an unsubscribe replaces a bounce as the reason, and not the other way round', async () => {
  const email = 'sibusiso@example.org';
  const kind = async () => (await search({ email })).results[0]?.kind;
  await suppress(app.ctx(), { email, kind: 'refused', reason: '550 no such user' });
  assert.equal(await kind(), 'refused');
  await suppress(app.ctx(), { email, kind: 'unsubscribed', reason: '' });
  assert.equal(await kind(), 'unsubscribed');
  await suppress(app.ctx(), { email, kind: 'refused', reason: '550 no such user' });
  assert.equal(await kind(), 'unsubscribed');
});

test('the list can be searched by address, reason, kind and day, and exported as a file', async () => {
  await suppress(app.ctx(), { email: 'gone@example.org', kind: 'refused', reason: '550 gone' });
  const addresses = async (body: object) =>
    (await search(body)).results.map(({ email }) => email).toSorted();
  assert.deepEqual(await addresses({ reason: '550 GONE' }), ['gone@example.org']);
  assert.deepEqual(await addresses({ kind: 'refused' }), ['gone@example.org']);
  assert.deepEqual(await addresses({ to: '2027-03-09' }), []);
  assert.equal((await addresses({ kind: '', from: '2027-03-10' })).length, 4);
  const all = await callApi(app, contract.listUnsubscribedEmails, {}, as);
  assert.deepEqual([all.data.length, all.headers['x-total-count']], [4, '4']);
  const headers = { accept: 'text/csv' };
  const input = { body: { email: 'gone' } };
  const file = await callApi(app, contract.searchUnsubscribedEmails, input, { token, headers });
  assert.ok(
    file.text.includes(`gone@example.org,${contract.unsubscribedKindNames.refused},550 gone`),
  );
});

test('an administrator removes a suppression once, with a reason', async () => {
  const { results } = await search({ email: 'gone' });
  const params = { id: results[0]?.id ?? '' };
  const input = { params, body: { reason: 'It was a mistake' } };
  const release = () => callApi(app, contract.releaseUnsubscribedEmail, input, as);
  assert.equal((await release()).status, 200);
  assert.equal((await search({ email: 'gone' })).totalCount, 0);
  assert.deepEqual((await auditEntriesOf(app, params.id))[0]?.after, {
    reason: 'It was a mistake',
  });
  assert.equal((await release()).status, 404);
});

test('a consent is valid until it is withdrawn, and the address ignores letter case', async () => {
  const email = 'Lerato@Example.org';
  const consent = { email, purpose: 'news', words: 'Send me news', source: 'donation' } as const;
  assert.equal(await hasConsent(app.db, email, 'news'), false);
  await concurrently(5, () => recordConsent(app.ctx(), consent));
  assert.equal(await hasConsent(app.db, 'lerato@example.org', 'news'), true);
  assert.equal(await hasConsent(app.db, email, 'appeals'), false);
  await withdrawConsent(app.ctx(), { email, purpose: 'news' });
  assert.equal(await hasConsent(app.db, email, 'news'), false);
  await recordConsent(app.ctx(), consent);
  assert.equal(await hasConsent(app.db, email, 'news'), true);
  const rows = await app.db.selectFrom('consents').selectAll().execute();
  assert.equal(rows.length, 2);
});
