import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { login } from '#contract/auth/endpoints.ts';
import { encryptSecret } from '#server/platform/access/encrypt-secret.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { countTables, emptyDatabase, query } from '#test/support/empty-database.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { freePort, startProgram } from '#test/support/program.ts';

const folder = await mkdtemp(join(tmpdir(), 'membership-archives-'));
// The account of the embedded database must be able to enter it.
await chmod(folder, 0o711);
after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const administrator = { email: 'admin@example.org', password: 'Secret123' };
const BACKUP_PASSPHRASE = 'a passphrase of the tests';

async function applicationSettings(DATA_DIR: string) {
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  return {
    PORT: await freePort(),
    DATA_DIR,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    RATE_LIMITS: 'off',
  };
}

async function succeed(
  command: 'backup' | 'restore',
  file: string,
  settings: Record<string, string>,
) {
  const { code, said } = await runArchiveCommand(command, [file], settings).ended;
  assert.equal(code, 0, said);
  return said;
}

async function refuse(
  command: 'backup' | 'restore',
  args: string[],
  settings: Record<string, string>,
) {
  const { code, said } = await runArchiveCommand(command, args, settings).ended;
  assert.equal(code, 1, said);
  assert.ok(!/^\s+at /m.test(said), `a stack trace: ${said}`);
  return said;
}

async function sessionOf(port: string): Promise<string> {
  const reply = await fetch(`http://localhost:${port}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
}

async function isSignedIn(port: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://localhost:${port}/api/companyinfos`, { headers })).ok;
}

const changedByRestore = ['restores', 'mails', 'sessions', 'password_links', 'security_events'];

test('from the embedded database to a server and back, and everyone signs in again', async (t) => {
  const first = await applicationSettings(join(folder, 'first'));
  const application = startProgram(t, first);
  await application.running();
  const token = await sessionOf(first.PORT);

  // While the application runs.
  const one = join(folder, 'one');
  const said = await succeed('backup', one, { DATA_DIR: first.DATA_DIR, BACKUP_PASSPHRASE });
  assert.match(said, /rows of \d+ tables/);
  assert.match(said, /It is encrypted\. It cannot be restored without BACKUP_PASSPHRASE/);
  assert.ok(await isSignedIn(first.PORT, token), 'the application goes on');
  assert.match(await refuse('backup', [one], first), /one exists already\. Choose another name\./);
  const whileRunning = await refuse('restore', [one], { ...first, BACKUP_PASSPHRASE });
  assert.match(whileRunning, /in use by an application that is still running/);
  application.kill('SIGTERM');
  await application.exited;

  const DATABASE_URL = await emptyDatabase();
  const keys = join(folder, 'keys');
  const toServer = { DATABASE_URL, DATA_DIR: keys, BACKUP_PASSPHRASE };
  assert.match(await succeed('restore', one, toServer), /Set SESSION_SECRET to it/);
  const SESSION_SECRET = await readFile(join(keys, 'session-secret'), 'utf8');
  const two = join(folder, 'two');
  await succeed('backup', two, { ...toServer, SESSION_SECRET });

  const second = await applicationSettings(join(folder, 'second'));
  await succeed('restore', two, { DATA_DIR: second.DATA_DIR, BACKUP_PASSPHRASE });
  const three = join(folder, 'three');
  // Nothing runs, so the command starts the database.
  await succeed('backup', three, { DATA_DIR: second.DATA_DIR, BACKUP_PASSPHRASE });
  const summaries = await Promise.all(
    [one, two, three].map((from) => verifyBackup({ from, passphrase: BACKUP_PASSPHRASE })),
  );
  const tables = summaries.map((summary) =>
    summary.tables.filter(({ name }) => !changedByRestore.includes(name)),
  );
  assert.deepEqual(tables[1], tables[0]);
  assert.deepEqual(tables[2], tables[0]);

  const again = startProgram(t, second);
  await again.running();
  assert.equal(await isSignedIn(second.PORT, token), false, 'the session has ended');
  assert.ok(await isSignedIn(second.PORT, await sessionOf(second.PORT)));
  again.kill('SIGTERM');
  await again.exited;
  await assertNamesSettings({ ...toServer, SESSION_SECRET });
});

/** What a restore says about the second place and the entered settings, with the key of the backup and with another. */
async function assertNamesSettings(settings: Record<'DATABASE_URL' | 'SESSION_SECRET', string>) {
  const { DATABASE_URL, SESSION_SECRET } = settings;
  const secret = new TextEncoder().encode(SESSION_SECRET);
  const use = { purpose: 'stored settings', boundTo: 'mail' } as const;
  const entered = encryptSecret(secret, use, Buffer.from('{}')).toString('hex');
  await query(
    DATABASE_URL,
    `INSERT INTO stored_settings SELECT 'mail', '\\x${entered}', now(), id FROM users LIMIT 1;
     UPDATE company_info SET backup_copy_folder = '/mnt/second'`,
  );
  const four = join(folder, 'four');
  await succeed('backup', four, settings);
  const toAnother = async (key: string) =>
    succeed('restore', four, {
      ...settings,
      DATABASE_URL: await emptyDatabase(),
      DATA_DIR: join(folder, `with ${key}`),
      SESSION_SECRET: key,
    });
  const same = await toAnother(SESSION_SECRET);
  assert.match(same, /^The backup has the second place \/mnt\/second and the mail server\./m);
  assert.doesNotMatch(same, /SESSION_SECRET/);
  const another = await toAnother('the key of another installation, long enough');
  assert.match(another, /^The key of this installation is not that of the backup\. .* go on\./m);
  assert.match(another, /^The backup has the second place \/mnt\/second and the mail server\./m);
}

test('a database without the application is refused', async () => {
  const DATABASE_URL = await emptyDatabase();
  const settings = { DATABASE_URL, DATA_DIR: join(folder, 'unused') };
  const none = await refuse('backup', [join(folder, 'none')], settings);
  assert.match(none, /No backup was written\.\n.*no table of the application/);
});

test('what cannot work ends in a sentence', async () => {
  const DATA_DIR = join(folder, 'nothing-here');
  assert.match(await refuse('backup', [], { DATA_DIR }), /Name one file: npm run backup -- FILE/);
  assert.match(await refuse('restore', ['a', 'b'], { DATA_DIR }), /Name one file/);
  assert.match(await refuse('backup', ['--help'], { DATA_DIR }), /Name one file/);
  const to = join(folder, 'never');
  assert.match(await refuse('backup', [to], { DATA_DIR }), /There is no database in /);
  const away = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/nothing', DATA_DIR };
  assert.match(await refuse('backup', [to], away), /The database does not answer .*DATABASE_URL/);
  const short = { DATA_DIR, BACKUP_PASSPHRASE: 'short' };
  assert.match(await refuse('backup', [to], short), /BACKUP_PASSPHRASE must be at least 16/);
  const DATABASE_URL = await emptyDatabase();
  const junk = join(folder, 'junk');
  await writeFile(junk, 'junk');
  const words = await refuse('restore', [junk], { DATABASE_URL, DATA_DIR });
  assert.match(words, /Nothing was restored\.\njunk is not a backup of this application\./);
  assert.equal(await countTables(DATABASE_URL), 0);
  assert.ok(await stat(junk));
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith('never')));
});

test('after restores into the embedded database were killed, the next one works @full', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const from = join(folder, 'small');
  const archive = await writeBackup({ url, to: from, passphrase: null, at: new Date() });
  await drop();
  const settings = { DATA_DIR: join(folder, 'killed') };
  for (let n = 1; n <= 6; n += 1) {
    const restoring = runArchiveCommand('restore', [from], settings);
    await wait(n * 400);
    restoring.kill('SIGKILL');
    if ((await restoring.ended).code === 0) break;
    t.diagnostic(`killed after ${n * 400} ms`);
  }
  const { code, said } = await runArchiveCommand('restore', [from], settings).ended;
  assert.ok(code === 0 || said.includes('The database is not empty'), said);
  const to = join(folder, 'small-again');
  await succeed('backup', to, settings);
  const others = ({ name }: { name: string }) => name !== 'restores';
  const again = await verifyBackup({ from: to, passphrase: null });
  assert.deepEqual(again.tables.filter(others), archive.tables.filter(others));
});
