import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { updateRetention } from '#contract/privacy/retention.ts';
import { checkSystem, type CheckResult } from '#contract/system-check/endpoints.ts';
import { readConfig } from '#server/config.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { bringBack, takeAway } from '#test/support/outage.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi } from '#test/support/people.ts';
import { freePort } from '#test/support/program.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import { skewDatabaseClock } from '#test/support/skewed-clock.ts';
import { ok, runChecks, type CheckDeps, type Finding } from './check.ts';
import { judgeSpace, nodeCheck } from './checks/machine.ts';
import { judgeCertificate } from './checks/public-address.ts';
import { systemChecks } from './system-checks.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const publicUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

/** The deps of the running application, with other settings. */
function depsWith(settings: Record<string, string>, changes: Partial<CheckDeps> = {}): CheckDeps {
  const config = readConfig({ DATA_DIR: app.dataDir, PUBLIC_URL: publicUrl, ...settings });
  return { config, clock: app.clock, db: app.db, secret: app.secret, ...changes };
}

async function resultOf(
  name: string,
  settings: Record<string, string> = {},
  changes: Partial<CheckDeps> = {},
): Promise<CheckResult> {
  const checks = systemChecks(depsWith(settings, changes)).filter((check) => check.name === name);
  const [result] = await runChecks(checks);
  if (result === undefined) throw new Error(`no check is called ${name}`);
  return result;
}

function assertFinding(
  { state, finding, advice }: Finding,
  expected: Finding['state'],
  words: RegExp,
) {
  assert.equal(state, expected, finding);
  assert.match(`${finding} ${advice}`, words);
}

test('an administrator gets one result for each check, and no secrets', async () => {
  const { status, data, text } = await callApi(app, checkSystem, {}, { token });
  assert.equal(status, 200);
  const names = data.results.map(({ name }) => name);
  assert.deepEqual(names, [
    'Version',
    'Node',
    'Database',
    'Migrations',
    'Clock',
    'Disk',
    'Backups',
    'Retention',
    'Erasures',
    'Proofs of payment',
    'Queue',
    'Entered settings',
    'Two-step sign-in',
    'Mail',
    'Card payments',
    'Test payments',
    'Register and Donate',
    'Payments at PayFast',
    'Books',
    'VAT basis',
    'Content policy',
    'Public address',
    'Proxy',
  ]);
  const documented = await readFile('docs/operations.md', 'utf8');
  for (const { name, state, finding, advice } of data.results) {
    assert.match(documented, new RegExp(`^\\| ${name} +\\|`, 'm'));
    assert.notEqual(finding, '', name);
    assert.ok(state === 'ok' || advice !== '' || finding.startsWith('Not checked'), name);
  }
  assert.doesNotMatch(text, /a secret of the tests|jt7NOE43FZPn/);
});

test('two-step sign-in that was set up with another key is a failure, with the command', async () => {
  const person = await naledi(app);
  await setUpTwoStep(app, person.token);
  const name = 'Two-step sign-in';
  assertFinding(await resultOf(name), 'ok', /can be checked/);
  const secret = new TextEncoder().encode('a secret that was changed, of more than 32 bytes');
  const changed = await resultOf(name, {}, { secret });
  assertFinding(changed, 'failed', /do not work: \S+@\S+\. If .*membership reset-two-step EMAIL/);
});

test('a check that does not answer, or breaks, is a failure and does not hold up the others', async () => {
  const start = performance.now();
  const results = await runChecks(
    [
      { name: 'silent', run: () => new Promise(() => {}) },
      { name: 'broken', run: () => Promise.reject(new Error('no')) },
      { name: 'good', run: async () => ok('Good.') },
    ],
    200,
  );
  assert.ok(performance.now() - start < 2000);
  assert.deepEqual(
    results.map(({ state, finding }) => [state, finding]),
    [
      ['failed', 'No answer within 0.2 seconds.'],
      ['failed', 'This could not be checked (no).'],
      ['ok', 'Good.'],
    ],
  );
});

test('an old Node', async () => {
  assertFinding(await nodeCheck('20.19.1').run(), 'failed', /Node 20\.19\.1\. Install Node 24/);
  assertFinding(await nodeCheck().run(), 'ok', /Node 2\d/);
});

test('a database that does not answer is one failure, and what depends on it is not checked', async () => {
  await takeAway(app.url);
  assertFinding(
    await resultOf('Database'),
    'failed',
    /does not answer \(.+\)\. Restart the application/,
  );
  await bringBack(app.url);
  const nowhere = openDb(openPool(`postgresql://127.0.0.1:${await freePort()}/x`));
  after(() => nowhere.destroy());
  const settings = {
    DATABASE_URL: 'postgresql://user:hidden@db.example.org/x',
    SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
  };
  const result = await resultOf('Database', settings, { db: nowhere });
  assertFinding(
    result,
    'failed',
    /\(nothing answers at this address and port\)\. Check DATABASE_URL/,
  );
  assert.doesNotMatch(JSON.stringify(result), /hidden/);
  const why: Finding = { state: 'failed', finding: 'Away.', advice: 'Wait.' };
  assertFinding(await resultOf('Database', {}, { db: why }), 'failed', /Away\. Wait\./);
  for (const name of ['Migrations', 'Clock', 'Queue']) {
    assertFinding(await resultOf(name, {}, { db: why }), 'warning', /Not checked/);
  }
});

test('settings of the database that lose data in a crash', async () => {
  const { rows } = await sql<{ fsync: string }>`
    SELECT current_setting('fsync') AS fsync`.execute(app.db);
  const result = await resultOf('Database');
  if (rows[0]?.fsync === 'off') {
    assertFinding(
      result,
      'warning',
      /PostgreSQL \d+.*fsync=off and full_page_writes=off\. Set it to on/,
    );
    return;
  }
  assertFinding(result, 'ok', /PostgreSQL \d+/);
  const name = sql.ref(new URL(app.url).pathname.slice(1));
  await sql`ALTER DATABASE ${name} SET synchronous_commit = off`.execute(app.db);
  const db = openDb(openPool(app.url, 1));
  assertFinding(await resultOf('Database', {}, { db }), 'warning', /synchronous_commit is off/);
  await db.destroy();
});

test('missing migrations, those of a newer version, and a database that is too old', async () => {
  assertFinding(await resultOf('Migrations'), 'ok', /All applied/);
  await sql`INSERT INTO migrations (name) VALUES ('9999_later.sql')`.execute(app.db);
  assertFinding(
    await resultOf('Migrations'),
    'warning',
    /newer version.*install the newer version again/,
  );
  await sql`DELETE FROM migrations WHERE name = '9999_later.sql'`.execute(app.db);
  await sql`DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)`.execute(app.db);
  assertFinding(await resultOf('Migrations'), 'failed', /^1 migration missing\. Restart/);
  await sql`UPDATE migrations SET name = '0062_older.sql' WHERE name LIKE '0063%'`.execute(app.db);
  assertFinding(await resultOf('Migrations'), 'failed', /too old.*Start commit fd81c173/);
});

test('a clock that differs from the clock of the database', async () => {
  assertFinding(await resultOf('Clock'), 'ok', /agrees/);
  await skewDatabaseClock(app.db, app.url, 20);
  const db = openDb(openPool(app.url, 1));
  assertFinding(await resultOf('Clock', {}, { db }), 'warning', /20 seconds behind/);
  await skewDatabaseClock(app.db, app.url, 7200);
  assertFinding(
    await resultOf('Clock', {}, { db }),
    'failed',
    /120 minutes behind.*Set the clocks/,
  );
  assertFinding(await resultOf('Clock', { NOW: '2027-03-10T08:00:00Z' }), 'warning', /NOW is set/);
  await db.destroy();
});

test('a data folder that is not there, and a disk that is nearly full', async () => {
  assertFinding(
    await resultOf('Disk', { DATA_DIR: '/nowhere/data' }),
    'failed',
    /DATA_DIR \(\/nowhere\/data\) does not exist\./,
  );
  assertFinding(await resultOf('Disk', { DATA_DIR: '/proc' }), 'failed', /DATA_DIR \(\/proc\)/);
  assertFinding(judgeSpace('DATA_DIR (/data)', 199), 'failed', /^199 MB free.*now/);
  assertFinding(judgeSpace('DATA_DIR (/data)', 1023), 'warning', /^1023 MB free/);
  assertFinding(
    judgeSpace('DATA_DIR (/data)', 50_000),
    'ok',
    /^48 GB free for DATA_DIR \(\/data\)\./,
  );
});

test('the age of the latest backup, why the last one failed, and what is not in it', async () => {
  await app.db.deleteFrom('backups').execute();
  await app.db.deleteFrom('daily_runs').execute();
  const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000);
  const place = { host: 'server', folder: '/backups', file_name: 'backup-2027-03-10.tar.gz' };
  const asked = (night: string, at: Date) => ({
    id: randomUUID(),
    night,
    requested_at: at,
    started_at: at,
    ...place,
  });
  assertFinding(
    await resultOf('Backups'),
    'ok',
    /No good backup yet\. The next one is made tonight/,
  );
  await app.db
    .insertInto('daily_runs')
    .values({ day: '2020-01-01', ran_at: ago(100) })
    .execute();
  assertFinding(await resultOf('Backups'), 'failed', /There is no good backup\. .*npm run backup/);
  const made = { ...asked('2020-01-02', ago(5.5)), made_at: ago(5.5), bytes: 1000, row_count: 10 };
  await app.db.insertInto('backups').values(made).execute();
  assertFinding(
    await resultOf('Backups'),
    'ok',
    /5 hours old\. It is not encrypted\. The keys .* administrators must set up two-step/,
  );
  const list = join(app.dataDir, 'backups', 'erasures.jsonl');
  await mkdir(list, { recursive: true });
  const blocked = await resultOf('Backups');
  assert.ok(blocked.advice.startsWith(`${list} is not a file, so a restore`), blocked.advice);
  await rm(list, { recursive: true });
  const broken = { failed_at: ago(1), failure: 'The disk is full.' };
  await app.db
    .insertInto('backups')
    .values({ ...asked('2020-01-03', ago(1)), ...broken })
    .execute();
  assertFinding(await resultOf('Backups'), 'warning', /5 hours old.*The disk is full\./);
  await app.db
    .updateTable('backups')
    .set({ made_at: ago(100) })
    .where('id', '=', made.id)
    .execute();
  assertFinding(await resultOf('Backups'), 'failed', /4 days old.*The disk is full\./);
  // One that was never copied, and did not fail.
  const copy_folder = '/mnt/second';
  await app.db.updateTable('company_info').set({ backup_copy_folder: copy_folder }).execute();
  await app.db.deleteFrom('backups').where('id', '!=', made.id).execute();
  await app.db.updateTable('backups').set({ copy_folder }).execute();
  await app.db
    .insertInto('backups')
    .values({ ...asked('2020-01-04', ago(1)), made_at: ago(1), bytes: 1, row_count: 1 })
    .execute();
  const notCopied = /^The latest good.* No backup was copied to the second place for 4 days\./;
  assertFinding(await resultOf('Backups'), 'warning', notCopied);
  await app.db
    .updateTable('backups')
    .set({ copy_folder, copied_at: ago(1) })
    .execute();
  assertFinding(await resultOf('Backups'), 'ok', /1 hours old/);
  await app.db.updateTable('company_info').set({ backup_copy_folder: '' }).execute();
  // What was made before a restore is of another installation, or of before.
  await app.db.deleteFrom('backups').where('id', '!=', made.id).execute();
  const restore = { id: randomUUID(), restored_at: ago(3), backup_made_at: ago(100) };
  await app.db.insertInto('restores').values(restore).execute();
  assertFinding(await resultOf('Backups'), 'ok', /^No good backup yet since the restore\./);
  await app.db
    .updateTable('restores')
    .set({ restored_at: ago(50) })
    .execute();
  assertFinding(
    await resultOf('Backups'),
    'failed',
    /^There is no good backup since the restore\./,
  );
  assertFinding(await resultOf('Backups', { TRIAL: '1' }), 'ok', /^A copy for trying out/);
  await app.db.deleteFrom('restores').execute();
});

test('backups that are not encrypted, of an installation that others reach', async () => {
  await app.db.deleteFrom('backups').execute();
  await app.db.deleteFrom('daily_runs').execute();
  const https = { PUBLIC_URL: 'https://members.example.org', PAYFAST_MODE: 'off' };
  const passphrase = { BACKUP_PASSPHRASE: 'a passphrase that is long enough' };
  assertFinding(await resultOf('Backups', https), 'warning', /Set BACKUP_PASSPHRASE/);
  assertFinding(await resultOf('Backups', { ...https, ...passphrase }), 'ok', /No good backup/);
  assertFinding(await resultOf('Backups'), 'ok', /No good backup/);
});

test('periods of retention that nobody has saved', async () => {
  assertFinding(await resultOf('Retention'), 'warning', /Nothing is erased by itself.*press Save/);
  await callApi(app, updateRetention, { body: {} }, { token });
  assertFinding(await resultOf('Retention'), 'ok', /erased each night/);
});

test('a job and a mail that wait for long, and mails that failed', async () => {
  await sql`DELETE FROM pgboss.job`.execute(app.db);
  await app.db.deleteFrom('mails').execute();
  assertFinding(await resultOf('Queue'), 'ok', /No job and no mail/);
  await app.queue.enqueue(app.db, 'run-day', {});
  await sql`UPDATE pgboss.job SET start_after = now() - interval '5 minutes'`.execute(app.db);
  assertFinding(await resultOf('Queue'), 'warning', /a job for 5 minutes\. Check that a process/);
  const at = app.clock.now().getTime();
  const mail = {
    id: crypto.randomUUID(),
    kind: 'test',
    to_email: 'a@example.org',
    about: '{}',
    created_at: new Date(at),
  };
  await app.db
    .insertInto('mails')
    .values({ ...mail, next_attempt_at: new Date(at - 3 * 3_600_000) })
    .execute();
  assertFinding(await resultOf('Queue'), 'failed', /a mail for 3 hours/);
  await sql`DELETE FROM pgboss.job`.execute(app.db);
  await app.db
    .updateTable('mails')
    .set({
      attempts: 4,
      created_at: new Date(at - 5 * 3_600_000),
      next_attempt_at: new Date(at + 3_600_000),
    })
    .execute();
  assertFinding(
    await resultOf('Queue'),
    'warning',
    /1 mail could not be sent yet, the oldest for 5 hours\. Sent Mail/,
  );
  await sql`UPDATE mails SET created_at = ${new Date(at - 600_000)}`.execute(app.db);
  assertFinding(await resultOf('Queue'), 'ok', /No job and no mail/);
  await app.db
    .updateTable('mails')
    .set({ next_attempt_at: null, failed_at: new Date(at) })
    .execute();
  assertFinding(await resultOf('Queue'), 'warning', /1 mail failed in the last 30 days.*Sent Mail/);
});

test('a mail server that is away, silent or refuses the password, and one that works', async () => {
  assertFinding(await resultOf('Mail'), 'warning', /not sent.*\/outbox\..*SMTP_URL/);
  const port = await freePort();
  const away = await resultOf('Mail', { SMTP_URL: `smtp://user:hidden@127.0.0.1:${port}` });
  assertFinding(away, 'failed', /127\.0\.0\.1:\d+ cannot be used.*Check host and port/);
  const silent = await openMailServer({ greet: () => 'silence' });
  after(() => silent.close());
  assertFinding(await resultOf('Mail', { SMTP_URL: silent.url }), 'failed', /cannot be used/);
  const plain = await openMailServer();
  after(() => plain.close());
  assertFinding(
    await resultOf('Mail', { SMTP_URL: plain.url }),
    'ok',
    /answers, without signing in/,
  );
  assert.equal(plain.arrived.length, 0);

  const server = new SMTPServer({
    authOptional: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right'
        ? done(null, { user: 'user' })
        : done(new Error('Invalid username or password')),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port: own } = server.server.address() as AddressInfo;
  const withPassword = (word: string) => ({
    SMTP_URL: `smtp://user:${word}@127.0.0.1:${own}`,
    // Its certificate is its own.
  });
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  const wrong = await resultOf('Mail', withPassword('hidden'));
  assertFinding(wrong, 'failed', /refuses the user name or the password \(535/);
  assertFinding(await resultOf('Mail', withPassword('right')), 'ok', /signed in, encrypted/);
  const { port: open } = new URL(plain.url);
  plain.manners.other = () => '502 no';
  const inClear = await resultOf('Mail', { SMTP_URL: `smtp://user:hidden@0.0.0.0:${open}` });
  assertFinding(
    inClear,
    'failed',
    /does not encrypt the connection, so the password was not sent.*Use smtps:/,
  );
  for (const result of [away, wrong, inClear])
    assert.doesNotMatch(JSON.stringify(result), /hidden/);
});

test('card payments: off, test payments, and an address for confirmations that does not answer', async () => {
  const elsewhere = { PUBLIC_URL: 'https://members.example.org' };
  assertFinding(await resultOf('Card payments', { PAYFAST_MODE: 'off' }), 'ok', /^Off/);
  assertFinding(await resultOf('Card payments'), 'warning', /no money moves/);
  const provider = await openProvider();
  const sandbox = { ...elsewhere, PAYFAST_MODE: 'sandbox' };
  assertFinding(
    await resultOf('Card payments', { ...sandbox, PAYFAST_VALIDATE_URL: provider.url }),
    'warning',
    /sandbox.*127\.0\.0\.1:\d+ answers/,
  );
  const PAYFAST_VALIDATE_URL = `http://127.0.0.1:${await freePort()}/eng/query/validate`;
  assertFinding(
    await resultOf('Card payments', { ...sandbox, PAYFAST_VALIDATE_URL }),
    'failed',
    /does not answer \(nothing answers at this address and port\), so payments are not confirmed/,
  );
});

test('a public address that leads here, to something else, elsewhere, or nowhere', async () => {
  const name = 'Public address';
  assertFinding(await resultOf(name), 'ok', /on this machine only/);
  const stranger = new TextEncoder().encode('the secret of another installation');
  assertFinding(
    await resultOf(name, {}, { secret: stranger }),
    'failed',
    /leads to something else/,
  );
  assertFinding(
    await resultOf(name, {}, { secret: null }),
    'warning',
    /session secret cannot be read/,
  );
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  assertFinding(
    await resultOf(name, { PUBLIC_URL }),
    'failed',
    /does not answer \(nothing answers at this address and port\)/,
  );
  const redirects = createServer((_request, response) =>
    response.writeHead(301, { location: 'https://members.example.org/healthz' }).end(),
  ).listen(0, '127.0.0.1');
  after(() => redirects.close());
  await new Promise((resolve) => redirects.once('listening', resolve));
  const { port } = redirects.address() as AddressInfo;
  assertFinding(
    await resultOf(name, { PUBLIC_URL: `http://127.0.0.1:${port}` }),
    'failed',
    /redirects to https:\/\/members\.example\.org.*Set PUBLIC_URL/,
  );
  const at = new Date('2027-03-10T08:00:00Z');
  const hours = (count: number) => new Date(at.getTime() + count * 3_600_000);
  const judge = (lifetimeHours: number, leftHours: number) =>
    judgeCertificate(
      'https://a.org',
      { from: hours(leftHours - lifetimeHours), end: hours(leftHours) },
      at,
    );
  assertFinding(judge(90 * 24, 5 * 24), 'warning', /valid for 5 more days\. Renew/);
  assertFinding(judge(90 * 24, 60 * 24), 'ok', /60 more days/);
  // Those of six days, and those that Caddy makes for itself.
  assertFinding(judge(160, 60), 'ok', /2 more days/);
  assertFinding(judge(160, 20), 'warning', /20 more hours\. Renew/);
  assertFinding(judge(12, 5), 'ok', /5 more hours/);
});

/** A proxy in front of the application, on this machine. */
async function openProxy(target: string, headers: Record<string, string>): Promise<string> {
  const proxy = createServer((request, response) => {
    const passed = { ...(request.headers as Record<string, string>), ...headers };
    fetch(`${target}${request.url}`, { headers: passed })
      .then(async (reply) => {
        const type = reply.headers.get('content-type') ?? '';
        response.writeHead(reply.status, { 'content-type': type }).end(await reply.text());
      })
      .catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  after(() => proxy.close());
  await new Promise((resolve) => proxy.once('listening', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('a forgotten TRUST_PROXY is found, and a named proxy is accepted', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  assertFinding(await resultOf('Proxy'), 'ok', /None/);
  const forgotten = { PUBLIC_URL: await openProxy(publicUrl, headers) };
  assertFinding(
    await resultOf('Proxy', forgotten),
    'failed',
    /All visitors count as one\. Set TRUST_PROXY to the address of the proxy\. It connects from 127\.0\.0\.1/,
  );
  const trusting = await openTestApp({ TRUST_PROXY: '127.0.0.1' });
  const address = await trusting.fastify.listen({ host: '127.0.0.1', port: 0 });
  const named = { PUBLIC_URL: await openProxy(address, headers) };
  assertFinding(await resultOf('Proxy', named), 'ok', /127\.0\.0\.1 is trusted/);
});
