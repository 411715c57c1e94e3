import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';

const app = await openTestApp();
const folder = await mkdtemp(join(tmpdir(), 'membership-two-step-'));
after(() => rm(folder, { recursive: true, force: true }));
const settings = { DATABASE_URL: app.url, DATA_DIR: folder };
const SESSION_SECRET = new TextDecoder().decode(app.secret);

async function someone() {
  const { id, token } = await naledi(app);
  await setUpTwoStep(app, token);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, email };
}

const run = (...args: string[]) => runArchiveCommand('reset-two-step', args, settings).ended;

const secretsIn = (url: string) =>
  query<{ email: string }>(
    url,
    'SELECT email FROM two_step_secrets JOIN users ON users.id = user_id',
  );

test('the command resets one administrator while the application runs', async () => {
  const { email, id } = await someone();
  const other = await someone();
  const { code, said } = await run(` ${email.toUpperCase()} `);
  assert.deepEqual([code, said.includes(`${email} signs in with the password alone`)], [0, true]);
  assert.deepEqual(await secretsIn(app.url), [{ email: other.email }]);
  const mails = await app.db
    .selectFrom('mails')
    .select('to_email')
    .where('kind', '=', 'two-step-changed')
    .where((row) => row(row.ref('about', '->>').key('change' as never), '=', 'server'))
    .execute();
  assert.deepEqual(mails, [{ to_email: email }]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('by_name')
    .where('subject_id', '=', id)
    .where('action', '=', 'resetTwoStep')
    .execute();
  assert.deepEqual(entries, [{ by_name: 'npm run reset-two-step' }]);
  const again = await run(email);
  assert.deepEqual([again.code, again.said.includes('There was nothing to reset.')], [0, true]);
});

test('the command refuses everyone else with a sentence', async () => {
  const member = await registered(app);
  for (const [args, reason] of [
    [[], /Name one email address/],
    [['one@example.org', 'two@example.org'], /Name one email address/],
    [['nobody@example.org'], /No administrator signs in with nobody@example\.org\./],
    [[member.email], /No administrator signs in with/],
  ] as const) {
    const { code, said } = await run(...args);
    assert.equal(code, 1, said);
    assert.match(said, reason);
    assert.doesNotMatch(said, /^\s+at /m);
  }
});

test('after a restore without the key, two-step sign-in is off, and with the key it stays on', async () => {
  const { email } = await someone();
  const file = join(folder, 'backup.tar.gz');
  const backup = await runArchiveCommand('backup', [file], settings).ended;
  assert.equal(backup.code, 0, backup.said);
  for (const [secret, isKept] of [
    [SESSION_SECRET, true],
    ['another secret of the tests, of more than 32 bytes', false],
    ['', false],
  ] as const) {
    const DATABASE_URL = await emptyDatabase();
    const restored = await runArchiveCommand('restore', [file], {
      ...settings,
      DATABASE_URL,
      SESSION_SECRET: secret,
    }).ended;
    assert.equal(restored.code, 0, restored.said);
    const isTold = /Two-step sign-in is off for .*, because/.test(restored.said);
    const emails = (await secretsIn(DATABASE_URL)).map((row) => row.email);
    assert.deepEqual([isTold, emails.includes(email)], [!isKept, isKept], restored.said);
  }
});
