import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as contract from '#contract/bulk-emails/endpoints.ts';
import { previewBulkEmail, sendTestBulkEmail } from '#contract/bulk-emails/preview.ts';
import { countRecipients, processBulkEmail } from '#contract/bulk-emails/sending.ts';
import { listCommunicationLists } from '#contract/communication/endpoints.ts';
import { eraseMember } from '#contract/privacy/erasure.ts';
import * as searches from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { archive, setStatusByHand } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { rowsOfRun } from '#test/support/mail/bulk.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, password, registered } from '#test/support/people.ts';

const app = await openTestApp();
const { id: admin, token } = await naledi(app);
const as = { token };
let count = 0;

async function saved(
  search: searches.SavedFilters,
  changes: Partial<Pick<searches.SavedSearch, 'list' | 'isShared'>> = {},
) {
  const body = { list: 'members', isShared: true, ...changes } as const;
  const name = `Search ${(count += 1)}`;
  return (await callApi(app, searches.createSavedSearch, { body: { ...body, name, search } }, as))
    .data;
}

const draft = (communicationListId: string, changes = {}) => ({
  body: { communicationListId, subject: 'News', content: '<p>Dear {{FirstName}}</p>', ...changes },
});
const add = (listId: string, changes = {}) =>
  callApi(app, contract.createBulkEmail, draft(listId, changes), as);
const process = (id: string) => callApi(app, processBulkEmail, { params: { id } }, as);
const recipients = async (id: string) =>
  (await rowsOfRun(app, id)).map(({ email }) => email.split('@')[0]);

for (const name of ['ann', 'ben', 'cat', 'dan', 'eve']) {
  const { memberId } = await registered(app, {
    email: `${name}@example.org`,
    firstName: name,
    lastName: name === 'eve' ? 'Other' : 'Crane',
  });
  if (name === 'cat') await setStatusByHand(app, memberId, 'Deactivated', admin);
  if (name === 'dan') await archive(app, memberId);
}
const crane = { lastName: 'crane' };

test('shared searches of members and donations are lists for bulk emails, below the others', async () => {
  const members = await saved(crane);
  const donors = await saved({ lastName: 'x' }, { list: 'donations' });
  await saved(crane, { isShared: false });
  await saved({ text: 'x' }, { list: 'invoices' });
  const { data } = await callApi(app, listCommunicationLists, {}, as);
  assert.deepEqual(
    data.slice(5).map(({ id, name }) => [id, name]),
    [
      [members.id, `Members: ${members.name}`],
      [donors.id, `Donors: ${donors.name}`],
    ],
  );
  assert.deepEqual(data[5]?.metadata, data[0]?.metadata);
  assert.deepEqual(data[6]?.metadata, data[4]?.metadata);
});

test('the members who match when it is processed get it, under the rules of All members', async () => {
  const search = await saved(crane);
  const { data: email } = await add(search.id);
  assert.equal(email.communicationListId, search.id);
  assert.equal(email.communicationListName, `Members: ${search.name}`);
  const params = { id: email.id };
  const shown = (await callApi(app, previewBulkEmail, draft(search.id), as)).data;
  assert.deepEqual([shown.total, shown.recipient?.email], [2, 'ann@example.org']);
  assert.equal((await callApi(app, sendTestBulkEmail, draft(search.id), as)).status, 200);
  assert.equal((await callApi(app, countRecipients, { params }, as)).data.toSend, 2);
  // The search changes, a member joins and one unsubscribes before it is processed.
  await registered(app, { email: 'fay@example.org', firstName: 'fay', lastName: 'Crane-Bird' });
  await suppress(app.ctx(), { email: 'ben@example.org', kind: 'unsubscribed', reason: '' });
  const change = { params: { id: search.id }, body: { name: 'Cranes' } };
  assert.equal((await callApi(app, searches.updateSavedSearch, change, as)).status, 200);
  const { data: done } = await process(email.id);
  assert.deepEqual([done.totalCount, done.suppressedCount], [3, 1]);
  assert.equal(done.communicationListName, 'Members: Cranes');
  assert.deepEqual(await recipients(email.id), ['ann', 'ben', 'fay']);
  // A processed one needs the search no more, and keeps its name.
  const removed = await callApi(app, searches.deleteSavedSearch, { params: { id: search.id } }, as);
  assert.equal(removed.status, 204);
  const { data: later } = await callApi(app, contract.getBulkEmail, { params }, as);
  assert.equal(later.communicationListName, 'Members: Cranes');
});

test('an appeal to a saved search goes only to members who agreed to appeals', async () => {
  await recordConsent(app.ctx(), {
    email: 'ann@example.org',
    purpose: 'appeals',
    words: 'Yes, ask me.',
    source: 'registration',
  });
  const { data } = await add((await saved(crane)).id, { isAppeal: true });
  await process(data.id);
  assert.deepEqual(await recipients(data.id), ['ann']);
});

test('a saved search of donations goes to the donors of those that match and were received', async () => {
  for (const [name, isReceived] of [
    ['giver', true],
    ['stranger', true],
    ['promiser', false],
  ] as const) {
    const id = await pledged(app);
    const lastName = name === 'stranger' ? 'Smith' : 'Heron';
    await app.db
      .updateTable('donations')
      .set({ email: `${name}@example.org`, last_name: lastName })
      .where('id', '=', id)
      .execute();
    if (isReceived) await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
    await recordConsent(app.ctx(), {
      email: `${name}@example.org`,
      purpose: 'news',
      words: 'Yes, write to me.',
      source: 'donation',
    });
  }
  const search = await saved({ text: 'heron' }, { list: 'donations' });
  const { data } = await add(search.id);
  await process(data.id);
  assert.deepEqual(await recipients(data.id), ['giver']);
});

test('a search that a pending bulk email goes to is neither deleted nor kept to its owner', async () => {
  const search = await saved(crane);
  const { data: email } = await add(search.id, { subject: 'Crane day' });
  const params = { id: search.id };
  const removed = await callApi(app, searches.deleteSavedSearch, { params }, as);
  const kept = await callApi(
    app,
    searches.updateSavedSearch,
    { params, body: { isShared: false } },
    as,
  );
  for (const { status, message } of [removed, kept]) {
    assert.deepEqual([status, message], [409, texts.usedBy('Crane day')]);
  }
  const [whole] = (await callApi(app, listCommunicationLists, {}, as)).data;
  const body = { communicationListId: whole?.id ?? '' };
  const changed = await callApi(
    app,
    contract.updateBulkEmail,
    { params: { id: email.id }, body },
    as,
  );
  assert.equal(changed.data.communicationListName, 'All members');
  assert.equal((await callApi(app, searches.deleteSavedSearch, { params }, as)).status, 204);
});

test('a search that cannot be used is refused with its reason, and never means all members', async () => {
  const search = await saved(crane);
  const { data: email } = await add(search.id);
  await app.db
    .updateTable('saved_searches')
    .set({ search: JSON.stringify({ nickname: 'x' }) })
    .where('id', '=', search.id)
    .execute();
  for (const reply of [await process(email.id), await add(search.id)]) {
    assert.deepEqual([reply.status, reply.message], [400, texts.invalid]);
  }
  const own = await saved(crane, { isShared: false });
  assert.equal((await add(own.id)).message, contract.bulkEmailTexts.noList);
  assert.deepEqual(await rowsOfRun(app, email.id), []);
});

test('a version that does not know saved searches cannot process such a bulk email', async () => {
  const { data: email } = await add((await saved(crane)).id);
  const processing = sql`UPDATE bulk_emails SET processing_at = now() WHERE id = ${email.id}`;
  await assert.rejects(processing.execute(app.db), {
    constraint: 'bulk_emails_search_while_pending',
  });
});

test('erasing a person removes the searches with their address', async () => {
  const { memberId: id, email } = await registered(app, { email: 'gil@example.org' });
  const unused = await saved({ text: email });
  const used = await saved({ email });
  const { data: pending } = await add(used.id);
  const input = { params: { id }, body: { password } };
  assert.equal((await callApi(app, eraseMember, input, as)).status, 200);
  const rows = await app.db
    .selectFrom('saved_searches')
    .select(['id', 'name', 'search'])
    .where('id', 'in', [unused.id, used.id])
    .execute();
  assert.deepEqual(rows, [
    { id: used.id, name: used.id, search: { email: 'erased@erased.invalid' } },
  ]);
  const refused = await process(pending.id);
  assert.equal(refused.message, contract.bulkEmailTexts.nobody);
});
