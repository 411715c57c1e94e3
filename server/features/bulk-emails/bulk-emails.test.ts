import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '#contract/bulk-emails/endpoints.ts';
import { listCommunicationLists } from '#contract/communication/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const lists = (await callApi(app, listCommunicationLists, {}, as)).data;
const [everyone, , , , donors] = lists;

type Form = BodyOf<typeof contract.createBulkEmail>;
const draft = (changes: Partial<Form> = {}): Form => ({
  communicationListId: everyone?.id ?? '',
  subject: 'News for {{FirstName}}',
  title: 'Dear {{Title}} {{LastName}}',
  content: '<p>Hello <strong>{{FirstName}}</strong></p>',
  ...changes,
});
const add = (changes?: Partial<Form>) =>
  callApi(app, contract.createBulkEmail, { body: draft(changes) }, as);
const change = (id: string, body: Partial<Form>, headers = {}) =>
  callApi(app, contract.updateBulkEmail, { params: { id }, body }, { token, headers });

async function process(id: string) {
  const at = app.clock.now();
  await app.db.updateTable('bulk_emails').set({ processing_at: at }).where('id', '=', id).execute();
}

test('there are five lists, each with its replacement values', () => {
  assert.deepEqual(
    lists.map(({ name }) => name),
    ['All members', 'Active', 'Due for Renewal', 'Expired', 'Donors'],
  );
  const values = Object.keys(everyone?.metadata.ReplacementValues ?? {});
  assert.ok(values.includes('FirstName') && values.includes('MembershipNumber'));
  assert.deepEqual(Object.keys(donors?.metadata.ReplacementValues ?? {}).toSorted(), [
    'Email',
    'FirstName',
    'LastName',
  ]);
});

test('a new bulk email is Pending, has no counts, and can be found by search', async () => {
  const { status, data } = await add({ subject: 'Spring walk' });
  assert.equal(status, 201);
  assert.equal(data.bulkEmailStatusName, 'Pending');
  assert.equal(data.communicationListName, 'All members');
  assert.deepEqual([data.totalCount, data.totalCountProcessed, data.pendingCount], [0, 0, 0]);
  assert.deepEqual([data.attachmentPath, data.processingUtc, data.isPaused], [null, null, false]);
  const params = { id: data.id };
  assert.deepEqual((await callApi(app, contract.getBulkEmail, { params }, as)).data, data);
  const found = await callApi(app, contract.searchBulkEmails, { body: { subject: 'SPRING' } }, as);
  assert.deepEqual([found.data.totalCount, found.data.results[0]?.id], [1, data.id]);
  const all = await callApi(app, contract.listBulkEmails, { query: { pageSize: '1' } }, as);
  assert.equal(all.data.length, 1);
  assert.ok(Number(all.headers['x-total-count']) >= 1);
  const names = (await callApi(app, contract.listBulkEmailStatuses, {}, as)).data;
  assert.deepEqual(
    names.map(({ name }) => name),
    ['Pending', 'Processing', 'Complete'],
  );
  assert.equal((await auditEntriesOf(app, data.id))[0]?.action, 'createBulkEmail');
});

test('a placeholder that the list does not support is refused with its name', async () => {
  const cases: [Partial<Form>, string, RegExp][] = [
    [{ subject: 'Hi {{Nickname}}' }, 'subject', /\{\{Nickname\}\}/],
    [{ title: 'Hi {{ firstname }}' }, 'title', /\{\{firstname\}\}/],
    [{ content: '<p>{{First<strong>Name</strong>}}</p>' }, 'content', /\{\{FirstName\}\}/],
    [{ content: '<p>{{A}} and {{B}}</p>' }, 'content', /\{\{A\}\}, \{\{B\}\}/],
    [{ communicationListId: donors?.id ?? '', title: '' }, '', /^$/],
    [
      { communicationListId: donors?.id ?? '', content: '<p>{{MembershipNumber}}</p>', title: '' },
      'content',
      /MembershipNumber/,
    ],
  ];
  for (const [changes, field, words] of cases) {
    const { status, errors, message } = await add(changes);
    assert.equal(status, field === '' ? 201 : 400, JSON.stringify(changes));
    assert.equal(errors[0]?.field ?? '', field);
    assert.match(message, words);
  }
});

test('a missing field or an unknown reference is reported at its field', async () => {
  const cases: [Partial<Form>, string][] = [
    [{ subject: ' ' }, 'subject'],
    [{ subject: 'Hello\r\nBcc: all@example.org' }, 'subject'],
    [{ content: '' }, 'content'],
    [{ content: '<p><br></p><p>&nbsp;</p>' }, 'content'],
    [{ content: '<script>alert(1)</script>' }, 'content'],
    [{ communicationListId: randomUUID() }, 'communicationListId'],
    [{ communicationListId: '00000000-0000-0000-0000-000000000000' }, 'communicationListId'],
    [{ attachmentPath: '/etc/passwd' }, 'attachmentPath'],
    [{ attachmentPath: `/api/bulkemails/attachments/${randomUUID()}` }, 'attachmentPath'],
  ];
  for (const [changes, field] of cases) {
    const { status, errors } = await add(changes);
    assert.deepEqual([status, errors[0]?.field], [400, field], JSON.stringify(changes));
  }
});

test('an omitted field keeps its value, null clears it, and a stale form is refused', async () => {
  const { data } = await add();
  const { headers } = await callApi(app, contract.getBulkEmail, { params: { id: data.id } }, as);
  const etag = String(headers['etag']);
  const changed = await change(data.id, { title: null }, { 'if-match': etag });
  assert.deepEqual(
    [changed.status, changed.data.title, changed.data.subject],
    [200, '', data.subject],
  );
  assert.equal((await change(data.id, { subject: 'Late' }, { 'if-match': etag })).status, 412);
  assert.equal((await change(data.id, { communicationListId: donors?.id ?? '' })).status, 200);
  assert.equal((await change(data.id, { content: '<p>{{MemberType}}</p>' })).status, 400);
  assert.equal((await change(randomUUID(), { subject: 'Nobody' })).status, 404);
});

test('content of half a megabyte is accepted, and more gets an error message', async () => {
  const long = (length: number) => `<p>${'é'.repeat(length)}</p>`;
  assert.equal((await add({ content: long(contract.longestContent - 7) })).status, 201);
  assert.equal((await add({ content: long(contract.longestContent) })).status, 400);
  assert.equal((await add({ content: long(1_100_000) })).status, 413);
});

test('the browser can validate the form with the same rules', () => {
  assert.equal(contract.bulkEmailForm.safeParse(draft()).success, true);
  assert.equal(contract.bulkEmailForm.safeParse(draft({ subject: '' })).success, false);
});

test('only a Pending bulk email can be changed or deleted', async () => {
  const { data } = await add();
  const params = { id: data.id };
  await process(data.id);
  const refused = await change(data.id, { subject: 'Other' });
  assert.deepEqual([refused.status, refused.message], [409, contract.bulkEmailTexts.lockedNow]);
  assert.equal((await callApi(app, contract.deleteBulkEmail, { params }, as)).status, 409);
  const other = (await add()).data;
  const deleted = await callApi(app, contract.deleteBulkEmail, { params: { id: other.id } }, as);
  assert.equal(deleted.status, 204);
  const gone = await callApi(app, contract.getBulkEmail, { params: { id: other.id } }, as);
  assert.deepEqual([gone.status, gone.message], [404, 'This bulk email does not exist.']);
});
