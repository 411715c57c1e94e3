import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { lastUsed } from '#test/support/assertions.ts';
import { naledi, sibusisosForm } from '#test/support/people.ts';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  dieInTheMiddle,
  crashPointAt,
} from '#test/support/crash-at-every-statement.ts';
import { createOnce, type CrashOutcome } from '#test/support/crash-runner.ts';
import { numbersAfter } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const doom = crashPointAt(app);
const { id: userId } = await naledi(app);
const by = { userId, sessionId: userId, role: 'Admin', memberId: null };

const entry = { users: 1, members: 1, mails: 1, notes: 1, keys: 1 };

const entryOf = (email: string) =>
  countsOf(
    app,
    sql<typeof entry>`
    SELECT (SELECT count(*) FROM users WHERE email = ${email} AND invited_at IS NOT NULL) AS users,
      (SELECT count(*) FROM members WHERE email = ${email} AND number IS NOT NULL) AS members,
      (SELECT count(*) FROM mails WHERE to_email = ${email}) AS mails,
      (SELECT count(*) FROM audit_entries a WHERE a.after ->> 'email' = ${email}) AS notes,
      (SELECT count(*) FROM idempotency_keys WHERE key = ${email}) AS keys`,
  );

const entering = (name: string) => async (death: CrashOutcome) => {
  const email = `${name}-${death}@example.org`.toLowerCase();
  const create = await sibusisosForm(app, { email });
  const end = await doom({ create, by }, death);
  assertWhole(await entryOf(email), entry, { death, end });
  await createOnce({ ...app.ctx(), by }, create);
  assert.deepEqual(await entryOf(email), entry);
  return end;
};

async function assertNoNumberBurned() {
  const rows = await app.db.selectFrom('members').select('number').orderBy('number').execute();
  const numbers = rows.map((row) => row.number);
  assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is used up');
  assert.equal(await lastUsed(app, 'member'), numbers.length);
}

test('a create killed in the middle or around its commit is saved completely or not at all, and a retry succeeds', async () => {
  await dieInTheMiddle(entering('middle'));
  await assertNoNumberBurned();
});

test('a create killed between any two statements is saved completely or not at all, and a retry succeeds @full', async () => {
  await crashAtEveryStatement(entering('killed'));
  await assertNoNumberBurned();
});
