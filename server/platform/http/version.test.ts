import assert from 'node:assert/strict';
import test from 'node:test';
import {
  getCompanyInfo,
  listCompanyInfos,
  updateCompanyInfo,
  type CompanyInfo,
} from '#contract/company-info/endpoints.ts';
import { getMemberType, listMemberTypes } from '#contract/member-types/endpoints.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import { takeNumber } from '#test/support/take-number.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const [company] = (await callApi(app, listCompanyInfos, {}, { token })).data;
const params = { id: company?.id ?? '' };

const read = (headers: Record<string, string> = {}) =>
  callApi(app, getCompanyInfo, { params }, { token, headers });
const save = (body: Partial<CompanyInfo>, ifMatch?: string) =>
  callApi(
    app,
    updateCompanyInfo,
    { params, body },
    { token, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } },
  );
const tagOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['etag']);

test('when two administrators edit one record, the second gets a 412 and overwrites nothing', async () => {
  const tag = tagOf(await read());
  const first = await save({ bank: 'First National' }, tag);
  assert.equal(first.status, 200);
  const second = await save({ phone: '013 000 0000' }, tag);
  assert.deepEqual(
    [second.status, second.message],
    [412, 'This record was changed by someone else. Reload to see the latest version.'],
  );
  const now = await read();
  assert.deepEqual([now.data.bank, now.data.phone], ['First National', '']);
  assert.equal(tagOf(now), tagOf(first));
  assert.equal((await save({ phone: '013 000 0000' }, tagOf(first))).status, 200);
});

test('of twenty concurrent updates with one tag, one is saved', async () => {
  const tag = tagOf(await read());
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, number) => save({ notes: `note ${number}` }, tag)),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.equal(replies.filter((reply) => reply.status === 412).length, 19);
});

test('without If-Match the last update wins, and * matches any version', async () => {
  assert.equal((await save({ name: 'One' })).status, 200);
  assert.equal((await save({ name: 'Two' })).data.name, 'Two');
  assert.equal((await save({ name: 'Three' }, '*')).data.name, 'Three');
});

test('assigning a number does not change the tag', async () => {
  const before = await read();
  await app.db.transaction().execute((db) => takeNumber(db, 'invoice'));
  const after = await read();
  assert.notEqual(after.data.lastUsedInvoiceNumber, before.data.lastUsedInvoiceNumber);
  assert.equal(tagOf(after), tagOf(before));
  const saved = await save({ ...before.data, notes: 'kept' }, tagOf(before));
  assert.equal(saved.status, 200);
  assert.equal(saved.data.lastUsedInvoiceNumber, after.data.lastUsedInvoiceNumber);
});

test('an update that increases a counter does not change other tags', async () => {
  const tag = tagOf(await read());
  await raiseCounter(app.db, 'member', 500);
  assert.equal((await save({ lastUsedMemberNumber: 600 }, tag)).data.lastUsedMemberNumber, 600);
  assert.equal(tagOf(await read()), tag);
});

test('304 without a body if If-None-Match contains the tag, also as a weak tag in a list', async () => {
  const tag = tagOf(await read());
  for (const known of [tag, `W/${tag}`, `"x", W/${tag}`, '*']) {
    const reply = await read({ 'if-none-match': known });
    assert.deepEqual([reply.status, reply.text, tagOf(reply)], [304, '', tag]);
  }
  for (const unknown of ['"x"', '', tag.slice(1, -1)]) {
    assert.equal((await read({ 'if-none-match': unknown })).status, 200);
  }
});

test('a tag that a compressing proxy made weak still matches', async () => {
  const tag = tagOf(await read());
  assert.equal((await save({ notes: 'over a proxy' }, `W/${tag}`)).status, 200);
  assert.equal((await save({ notes: 'late' }, `W/${tag}, "y"`)).status, 412);
});

/** What these fields take; any other takes any text. */
const odd: Record<string, string> = {
  email: 'office@example.org',
  vatNumber: '4123456789',
  vatBasis: 'payments',
  branchCode: '250655',
  accountNumber: '6201234567',
  swiftCode: 'FIRNZAJJ',
};

test('the tag covers each editable field and differs between records', async () => {
  const fields = getCompanyInfo.versioned.filter((field) => field !== 'membershipExpiryDate');
  for (const field of fields) {
    const before = tagOf(await read());
    const value = odd[field] ?? (field.startsWith('donationPreset') ? 75 : `new ${field}`);
    assert.equal((await save({ [field]: value })).status, 200, field);
    assert.notEqual(tagOf(await read()), before, field);
  }
  const types = (await callApi(app, listMemberTypes, {})).data;
  const tags = await Promise.all(
    types.map(async ({ id }) => tagOf(await callApi(app, getMemberType, { params: { id } }))),
  );
  assert.equal(new Set(tags).size, types.length);
});
