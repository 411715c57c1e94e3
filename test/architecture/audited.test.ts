import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditWords, searchAudit } from '#contract/audit/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { proveNow } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertEmpty } from './assert-none.ts';
import { allCalls, endpoints, readers } from './calls/all-calls.ts';
import { openFixture } from './calls/fixture.ts';

/** What a person does with a mailed link, without a session; the tests of the feature show its entry. */
const byMailedLink = ['returnMember'];

// No worker runs, so nothing asks there.
const app = await openTestApp({ PAYFAST_API_URL: 'http://127.0.0.1:9' });
const fixture = await openFixture(app);
const { adminId: id, as } = fixture;
const calls = allCalls(fixture);
const audited = calls.filter(({ audits }) => audits.length > 0);

test('every call that may change something is audited or has a reason not to be', () => {
  const auditedNames = audited.map(({ endpointName }) => endpointName);
  const reasons = calls.filter(({ notAudited }) => notAudited).map((call) => call.endpointName);
  assertEmpty([
    ...endpoints
      .filter(({ name }) => !readers.has(name) && ![...auditedNames, ...reasons].includes(name))
      .map(({ name }) => `${name}: show in test/architecture/calls/ that it leaves an entry`),
    ...reasons
      .filter((name) => readers.has(name) || auditedNames.includes(name))
      .map((name) => `${name} no longer needs a reason: remove it`),
  ]);
});

test('every audited action has a label, and every label an action', () => {
  const actions = [...audited.flatMap(({ audits }) => audits), ...byMailedLink];
  assert.deepEqual(Object.keys(auditWords).toSorted(), actions.toSorted());
});

for (const { action, prepare } of audited.flatMap(({ audits, prepare }) =>
  audits.map((action) => ({ action, prepare })),
)) {
  test(`${action} adds an audit entry with the name of the user`, async () => {
    const filters = { body: { action, pageSize: 100 } };
    const entries = async () => (await callApi(app, searchAudit, filters, as)).data.results;
    await proveNow(app, id);
    const call = await prepare();
    const before = await entries();
    const { status, text } = await call();
    assert.ok(status >= 200 && status < 300, `${status} ${text}`);
    const after = await entries();
    assert.ok(after.length > before.length, 'no audit entry was added');
    const [entry] = after;
    assert.ok(entry);
    assert.deepEqual([entry.byUserId, entry.byName], [id, 'Naledi Khumalo']);
    assert.notEqual(entry.subjectName.trim(), '');
    const values = JSON.stringify([entry.before, entry.after]);
    assert.doesNotMatch(values, /argon2|Secret123|"\w*(token|hash)"|"password\w*"/i);
  });
}
