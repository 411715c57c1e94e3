import assert from 'node:assert/strict';
import test from 'node:test';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { mostKinds, recordViolation, violationIn } from './record-violation.ts';

const app = await openTestApp();
const limited = await openTestApp({ RATE_LIMITS: 'on' });
const { token } = await naledi(app);

const report = (changes: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'http://localhost:3000/donate',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://cdn.example/x.js?who=thandi@example.org',
    ...changes,
  },
});

async function post(payload: string, to = app): Promise<number> {
  const headers = { 'content-type': 'application/csp-report' };
  const request = { method: 'POST', url: '/policy-reports', headers, payload } as const;
  return (await to.fastify.inject(request)).statusCode;
}

async function systemCheck() {
  const { data } = await callApi(app, checkSystem, {}, { token });
  return data.results.find(({ name }) => name === 'Content policy');
}

test('reports are counted for each kind, and the System Check says what was blocked and what to do', async () => {
  assert.equal((await systemCheck())?.state, 'ok');
  for (let n = 0; n < 3; n += 1) assert.equal(await post(JSON.stringify(report())), 204);
  const inline = report({ 'effective-directive': 'style-src-attr', 'blocked-uri': 'inline' });
  assert.equal(await post(JSON.stringify(inline)), 204);
  const { state, finding, advice } = (await systemCheck()) ?? {};
  assert.equal(state, 'warning');
  assert.equal(
    finding,
    'Browsers reported 4 violations since 10 Mar 2027: script-src-elem (cdn.example) on /donate: 3, style-src-attr (inline) on /donate: 1.',
  );
  assert.match(advice ?? '', /Check that no proxy adds anything/);
});

test('a report holds no ids, tokens or addresses of people', () => {
  const page = (uri: string) => violationIn(report({ 'document-uri': uri }))?.page;
  const id = '00000000-0000-4000-8000-000000000000';
  assert.equal(page(`https://x.org/login/${id}?token=abc#y`), '/login/:id');
  assert.equal(
    page('https://x.org/reset-password?token=abc&email=a@example.org'),
    '/reset-password',
  );
  assert.equal(page('https://x.org/Thandi/0821234567/a@b.c'), '/:id/:id/:id');
  assert.equal(page(`https://x.org/${'a/'.repeat(400)}`)?.length, 100);
  const blocked = (uri: string) => violationIn(report({ 'blocked-uri': uri }))?.blocked;
  assert.equal(blocked('https://cdn.example:8443/thandi@example.org'), 'cdn.example:8443');
  assert.equal(blocked('http://localhost:3000/api/members/7'), 'self');
  assert.equal(blocked('data:text/html,thandi'), 'data');
  assert.equal(blocked('trusted-types-sink'), 'trusted-types-sink');
});

test('what is no report, and what extensions of a browser do, is ignored', async () => {
  const before = await app.db.selectFrom('policy_violations').selectAll().execute();
  const junk = [
    '',
    'null',
    '[]',
    '{',
    '"x"',
    '{"csp-report":null}',
    '{"csp-report":7}',
    '\u0000',
    ...[
      { 'document-uri': 'nowhere' },
      { 'document-uri': 7 },
      { 'blocked-uri': 'Something Else' },
      { 'blocked-uri': 'chrome-extension://abc/x.js' },
      { 'blocked-uri': 'moz-extension://abc' },
      { 'effective-directive': 'script-src\u0000' },
      { 'effective-directive': 'x'.repeat(41) },
      { 'effective-directive': {} },
    ].map((changes) => JSON.stringify(report(changes))),
  ];
  for (const payload of junk) assert.equal(await post(payload), 204, payload);
  assert.equal(await post('x'.repeat(10_001)), 413);
  assert.deepEqual(await app.db.selectFrom('policy_violations').selectAll().execute(), before);
});

test('however many reports come, the kinds are few, and known ones are counted further', async () => {
  const name = (n: number) =>
    `x-${String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  for (let n = 0; n < mostKinds + 20; n += 1) {
    await recordViolation(app.ctx(), report({ 'effective-directive': name(n) }));
  }
  const rows = await app.db.selectFrom('policy_violations').selectAll().execute();
  assert.equal(rows.length, mostKinds);
  await recordViolation(app.ctx(), report({ 'effective-directive': name(0) }));
  const counted = await app.db
    .selectFrom('policy_violations')
    .select('reports')
    .where('directive', '=', name(0))
    .executeTakeFirstOrThrow();
  assert.equal(counted.reports, 2);
});

test('one client can send 30 reports a minute', async () => {
  const statuses = [];
  for (let n = 0; n < 31; n += 1) statuses.push(await post(JSON.stringify(report()), limited));
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([204]));
  assert.equal(statuses[30], 429);
});
