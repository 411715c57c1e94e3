import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { type Change, recordAudit } from './record-audit.ts';

const app = await openTestApp();
const { id: userId, token } = await naledi(app);
type Filters = Parameters<typeof callApi<typeof searchAudit>>[2]['body'];

const found = async (body: Filters) => (await callApi(app, searchAudit, { body }, { token })).data;
/** Without the entries of the installation. */
const names = async (body: Filters) =>
  (await found(body)).results
    .filter(({ byName }) => byName !== 'Installation or update')
    .map(({ subjectName }) => subjectName);

async function note(at: string, change: Partial<Change>): Promise<string> {
  const by = { userId, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const whole: Change = {
    action: 'updateMember',
    subject: 'member',
    id: randomUUID(),
    name: 'Nomsa Dlamini',
    before: { phone: '082' },
    after: { phone: '083' },
    ...change,
  };
  await recordAudit({ ...app.ctx(), at: new Date(at), by }, whole);
  return whole.id;
}

const zoe = await note('2027-02-28T21:59:59Z', { name: 'Zoë O’Brien' });
await note('2027-02-28T22:00:00Z', { name: 'First' });
await note('2027-03-01T21:59:59Z', { name: 'Second' });
await note('2027-03-01T21:59:59Z', { name: 'Third', action: 'createMember', before: undefined });
const gone = await note('2027-03-02T10:00:00Z', {
  name: 'INV-00007',
  subject: 'invoice',
  action: 'updateInvoice',
});
const whole = ['INV-00007', 'Third', 'Second', 'First', 'Zoë O’Brien'];

test('entries are listed newest first, and entries with the same time in the order of writing', async () => {
  assert.deepEqual(await names({}), whole);
  assert.deepEqual(await names({ sortBy: 'at' }), whole.toReversed());
  assert.deepEqual(await names({ sortBy: 'CREATEDUTC', sortDescending: true }), whole);
  assert.deepEqual(await names({ page: 2, pageSize: 2 }), ['Second', 'First']);
  const { totalCount } = await found({ from: '2027-01-01', page: 9 });
  assert.equal(totalCount, 5);
  const bad = await callApi(app, searchAudit, { body: { sortBy: 'Before' } }, { token });
  assert.equal(bad.status, 400);
});

test('a search returns every field of an entry', async () => {
  const [entry] = (await found({ subjectId: zoe })).results;
  assert.ok(entry);
  assert.match(entry.id, /^\d+$/);
  assert.deepEqual(entry, {
    id: entry.id,
    at: '2027-02-28T21:59:59.000Z',
    byUserId: userId,
    byName: 'Naledi Khumalo',
    action: 'updateMember',
    subjectKind: 'member',
    subjectId: zoe,
    subjectName: 'Zoë O’Brien',
    before: { phone: '082' },
    after: { phone: '083' },
    isGone: false,
  });
});

test('an entry must match all filters, and an empty filter matches everything', async () => {
  assert.deepEqual(await names({ subjectName: ' zoe ' }), ['Zoë O’Brien']);
  assert.deepEqual(await names({ byName: 'khumalo', action: 'createMember' }), ['Third']);
  assert.deepEqual(await names({ byName: 'nobody' }), []);
  assert.deepEqual(await names({ subjectKind: 'invoice' }), ['INV-00007']);
  assert.deepEqual(await names({ subjectKind: 'invoice', subjectId: zoe }), []);
  assert.deepEqual(await names({ action: 'nothing that exists' }), []);
  const none = { byName: '', subjectName: null, subjectId: '' as const, from: '' as const, to: [] };
  assert.deepEqual(await names(none), whole);
});

test('days are days in Johannesburg, and both days of a range are included', async () => {
  const first = { from: '2027-03-01', to: '2027-03-01' };
  assert.deepEqual(await names(first), ['Third', 'Second', 'First']);
  assert.deepEqual(await names({ from: '2027-03-02' }), ['INV-00007']);
  assert.deepEqual(await names({ to: '2027-02-28' }), ['Zoë O’Brien']);
  for (const from of ['2027-02-30', '1 March', '2027-3-1']) {
    assert.equal(
      (await callApi(app, searchAudit, { body: { from } }, { token })).status,
      400,
      from,
    );
  }
});

test('entries show that their record was deleted later', async () => {
  const before = { line: 'Printing' };
  await note('2027-03-03T10:00:00Z', {
    id: gone,
    name: 'INV-00007',
    subject: 'invoice',
    action: 'deleteInvoice',
    before,
    after: undefined,
  });
  const { results } = await found({ subjectId: gone });
  assert.deepEqual(
    results.map((entry) => [entry.action, entry.isGone]),
    [
      ['deleteInvoice', true],
      ['updateInvoice', true],
    ],
  );
});

test('only administrators read it', async () => {
  const member = await tokenOf(app, (await registered(app)).userId);
  assert.equal((await callApi(app, searchAudit, { body: {} })).status, 401);
  assert.equal((await callApi(app, searchAudit, { body: {} }, { token: member })).status, 403);
});
