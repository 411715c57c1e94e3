import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { CheckResult } from '#contract/system-check/endpoints.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { naledi } from '#test/support/people.ts';
import { renderEmail } from '#server/emails.ts';
import { mailRedChecks } from './mail-red-checks.ts';

const app = await openTestApp();
await naledi(app);
await naledi(app);

beforeEach(async () => {
  app.clock.set(testStart);
  await app.db.deleteFrom('mails').execute();
  await app.db.deleteFrom('red_checks').execute();
});

const result = (name: string, state: CheckResult['state']): CheckResult => ({
  name,
  state,
  finding: '0 MB free.',
  advice: 'Free some space.',
});

/** What the process saw so many minutes after the start. */
async function see(minute: number, ...results: CheckResult[]): Promise<void> {
  app.clock.set(new Date(Date.parse(testStart) + minute * 60_000).toISOString());
  await mailRedChecks(app.ctx(), results);
}

async function mails() {
  const rows = await app.db
    .selectFrom('mails')
    .select('about')
    .where('kind', '=', 'system-check')
    .execute();
  return rows.map(({ about }) => {
    const { isRed, checks } = about as { isRed: boolean; checks: { name: string }[] };
    return `${isRed ? 'red' : 'green'} ${checks.map(({ name }) => name).join(', ')}`;
  });
}

/** Each of the two administrators gets it. */
const both = (words: string) => [words, words];

test('a check that fails twice is mailed once, and once when it has been all right for an hour', async () => {
  await see(0, result('Disk', 'failed'), result('Mail', 'warning'));
  assert.deepEqual(await mails(), []);
  for (const minute of [15, 30, 45]) await see(minute, result('Disk', 'failed'));
  assert.deepEqual(await mails(), both('red Disk'));
  await app.db.deleteFrom('mails').execute();
  for (const minute of [60, 75, 90, 105]) await see(minute, result('Disk', 'ok'));
  assert.deepEqual(await mails(), []);
  for (const minute of [120, 135]) await see(minute, result('Disk', 'warning'));
  assert.deepEqual(await mails(), both('green Disk'));
});

test('a check that fails every other time, or in one of two processes, is one mail', async () => {
  for (let minute = 0; minute < 600; minute += 15) {
    await see(minute, result('Disk', minute % 30 === 0 ? 'failed' : 'ok'));
    await see(minute, result('Disk', 'ok'));
  }
  assert.deepEqual(await mails(), both('red Disk'));
});

test('one failure that does not come again is never mailed', async () => {
  await see(0, result('Disk', 'failed'));
  for (const minute of [15, 30, 45, 60, 75, 90]) await see(minute, result('Disk', 'ok'));
  assert.deepEqual(await mails(), []);
  assert.deepEqual(await app.db.selectFrom('red_checks').selectAll().execute(), []);
});

test('two processes at once send one mail', async () => {
  await see(0, result('Disk', 'failed'), result('Mail', 'failed'));
  app.clock.set('2027-03-10T08:15:00Z');
  const results = [result('Disk', 'failed'), result('Mail', 'failed')];
  await Promise.all([results, results.toReversed()].map((seen) => mailRedChecks(app.ctx(), seen)));
  assert.deepEqual(await mails(), both('red Disk, Mail'));
});

test('the mail says what was found and what to do', async () => {
  await see(0, result('Disk', 'failed'));
  await see(15, result('Disk', 'failed'));
  const mail = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
  const { publicUrl } = app.config;
  const message = await renderEmail({ db: app.db, publicUrl, withoutCard: false, mail });
  assert.equal(message?.subject, 'System Check failed: Disk');
  assert.match(message?.text ?? '', /0 MB free\. Free some space\./);
});
