import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { countAttempt } from '#server/features/auth/sign-in-throttle.ts';
import { mailedLinkMs, makePasswordLink } from '#server/features/auth/password-links.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { deleteExpired } from './delete-expired.ts';

const app = await openTestApp();

async function left() {
  const tables = ['sessions', 'password_links', 'sign_in_failures'] as const;
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await app.db.selectFrom(table).selectAll().execute();
      return rows.length;
    }),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]]));
}

test('expired records are deleted, and current ones stay', async () => {
  const { id, token } = await naledi(app);
  await makePasswordLink(
    app.db,
    { id, email: 'naledi@example.org' },
    app.clock.now(),
    mailedLinkMs,
  );
  await countAttempt(app.ctx(), 'naledi@example.org', '203.0.113.7');
  const all = { sessions: 1, password_links: 1, sign_in_failures: 1 };

  app.clock.set('2027-03-10T08:29:59Z');
  await deleteExpired(app.ctx());
  assert.deepEqual(await left(), all);
  app.clock.set('2027-03-10T09:00:00Z');
  await deleteExpired(app.ctx());
  assert.deepEqual(await left(), { ...all, sign_in_failures: 0 });
  assert.equal((await callApi(app, listCompanyInfos, {}, { token })).status, 200);

  app.clock.set('2027-03-11T08:30:00Z');
  await deleteExpired(app.ctx());
  assert.deepEqual(await left(), { sessions: 1, password_links: 0, sign_in_failures: 0 });
  app.clock.set('2027-03-11T16:00:00Z');
  await deleteExpired(app.ctx());
  assert.deepEqual(await left(), { sessions: 0, password_links: 0, sign_in_failures: 0 });
});

test('a violation of the content policy is deleted 30 days after its last report', async () => {
  const row = { blocked: 'eval', page: '/', first_at: new Date('2027-01-01T00:00:00Z') };
  await app.db
    .insertInto('policy_violations')
    .values([
      { ...row, directive: 'old', last_at: new Date('2027-02-01T00:00:00Z') },
      { ...row, directive: 'new', last_at: new Date('2027-02-12T00:00:00Z') },
    ])
    .execute();
  app.clock.set('2027-03-12T00:00:00Z');
  await deleteExpired(app.ctx());
  const left = await app.db.selectFrom('policy_violations').select('directive').execute();
  assert.deepEqual(left, [{ directive: 'new' }]);
});

test('a mail that failed permanently loses its token', async () => {
  const at = app.clock.now();
  const mail = {
    kind: 'reset',
    to_email: 'a@example.org',
    about: '{}',
    created_at: at,
    secret: 'x',
  };
  const failed = { ...mail, id: randomUUID(), next_attempt_at: null, failed_at: at };
  const waiting = { ...mail, id: randomUUID(), next_attempt_at: at, failed_at: null };
  await app.db.insertInto('mails').values([failed, waiting]).execute();
  app.clock.set('2027-03-13T00:00:00Z');
  await deleteExpired(app.ctx());
  const rows = await app.db.selectFrom('mails').select(['id', 'secret']).execute();
  assert.deepEqual(
    new Map(rows.map((row) => [row.id, row.secret])),
    new Map([
      [failed.id, null],
      [waiting.id, 'x'],
    ]),
  );
});
