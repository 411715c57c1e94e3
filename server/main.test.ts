import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sessionKey } from './secrets.ts';
import { postgresBelow, temporaryFolder } from './platform/embedded-postgres/owner-process.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { powerlessUrl } from '#test/support/empty-database.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';

const linkIn = (text: string) => /http:\/\/\S+\/reset-password\?token=\S+/.exec(text)?.[0];
const status = (port: string, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then((reply) => reply.status);
const SESSION_SECRET = 'a secret of the tests, of more than 32 bytes';

async function post(port: string, path: string, body: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, ...((await reply.json()) as { data: Record<string, string> }) };
}

test('the application starts in an empty folder, restarts after a kill and stops with its database', async (t) => {
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const PORT = await freePort();
  const first = startProgram(t, { DATA_DIR, PORT });
  await first.running();
  assert.equal(await status(PORT, '/readyz'), 200);
  const link = await until('the link', () => linkIn(first.said()));
  assert.match(link, new RegExp(`^http://localhost:${PORT}/`));
  const secret = readFileSync(join(DATA_DIR, 'session-secret'), 'utf8');
  assert.equal(statSync(join(DATA_DIR, 'session-secret')).mode & 0o777, 0o600);

  const second = startProgram(t, { DATA_DIR, PORT: await freePort() });
  assert.equal(await second.exited, 1);
  assert.match(second.said(), /could not start\.\n[A-Z][^\n]+\.\n/);
  assert.doesNotMatch(second.said(), /\n {4}at /);
  assert.equal(await status(PORT, '/readyz'), 200);

  first.kill('SIGKILL');
  assert.equal(await first.exited, 'SIGKILL');
  const third = startProgram(t, { DATA_DIR, PORT });
  await third.running();
  assert.equal(await status(PORT, '/readyz'), 200);
  assert.equal(readFileSync(join(DATA_DIR, 'session-secret'), 'utf8'), secret);

  // The newest link works; signing in needs the secret kept.
  const newest = await until('the new link', () => linkIn(third.said()));
  const { token = '', email = '' } = Object.fromEntries(new URL(newest).searchParams);
  const reset = await post(PORT, '/user/reset-password', {
    token,
    email,
    newPassword: 'Secret123',
  });
  assert.equal(reset.status, 200);
  const login = await post(PORT, '/user/login', { email, password: 'Secret123' });
  assert.ok(login.data['token']);

  third.kill('SIGTERM');
  third.kill('SIGINT');
  third.kill('SIGTERM');
  assert.equal(await third.exited, 0);
  assert.deepEqual(await postgresBelow(DATA_DIR), []);

  const fourth = startProgram(t, { DATA_DIR, PORT });
  await fourth.running();
  assert.equal(linkIn(fourth.said()), undefined);
  fourth.kill('SIGINT');
  assert.equal(await fourth.exited, 0);
  assert.deepEqual(await postgresBelow(DATA_DIR), []);
});

for (const [signal, moment, run] of [
  ['SIGTERM', 'postgres/cluster/PG_VERSION', ''],
  ['SIGINT', 'postgres/cluster/postmaster.pid', ' @full'],
] as const) {
  test(`${signal} during the start, when there is a ${moment}, ends it with 0 and no database${run}`, async (t) => {
    const DATA_DIR = join(await temporaryFolder(t), 'data');
    const program = startProgram(t, { DATA_DIR, PORT: await freePort() });
    await until(moment, () => existsSync(join(DATA_DIR, moment)));
    program.kill(signal);
    program.kill(signal);
    assert.equal(await program.exited, 0, program.said());
    // There until PostgreSQL has ended, which is before we do.
    assert.equal(existsSync(join(DATA_DIR, 'postgres/cluster/postmaster.pid')), false);
    assert.doesNotMatch(program.said(), /is running/);
    assert.deepEqual(await postgresBelow(DATA_DIR), []);
  });
}

test('a web process and a worker share one database, and only the worker sends mail', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const folder = await temporaryFolder(t);
  const PORT = await freePort();
  const shared = { DATABASE_URL: url, SESSION_SECRET, PORT, LOG_LEVEL: 'info' };
  const web = startProgram(t, { ...shared, PROCESS: 'web', DATA_DIR: join(folder, 'web') });
  const workerPort = await freePort();
  const worker = startProgram(t, {
    ...shared,
    PROCESS: 'worker',
    PORT: workerPort,
    DATA_DIR: join(folder, 'worker'),
  });
  await web.running();
  await worker.running();
  const link = await until('the link', () => linkIn(web.said()));
  const { email } = Object.fromEntries(new URL(link).searchParams);
  assert.equal((await post(PORT, '/user/forgot-password', { email })).status, 200);
  await until('the mail', () => globSync('worker/outbox/*.eml', { cwd: folder }).length > 0);
  assert.deepEqual(globSync('web/outbox/*', { cwd: folder }), []);
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal(await status(workerPort, path), 200, path);
  }
  for (const path of ['/', '/donate', '/api/site', '/api/openapi.json', '/favicon.svg']) {
    assert.equal(await status(workerPort, path), 404, path);
  }

  const intruder = startProgram(t, { ...shared, DATA_DIR: join(folder, 'third') });
  assert.equal(await intruder.exited, 1);
  assert.match(
    intruder.said(),
    /Another program uses the port \d+ \(node, process \d+\)\. End it, or set PORT to another one, such as 3001\./,
  );
  for (const program of [web, worker]) program.kill('SIGTERM');
  assert.deepEqual([await web.exited, await worker.exited], [0, 0]);
  await drop();
});

test('an error that prevents the start is one sentence', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const empty = await makeEmptyDatabase();
  const database = { DATABASE_URL: url, SESSION_SECRET };
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const port = await freePort();
  const cases = [
    [{ PORT: 'x', NOW: 'soon' }, /PORT must be a port number.*NOW must be an instant/s],
    [
      { DATABASE_URL: `postgresql://127.0.0.1:${port}/x`, SESSION_SECRET },
      /The database does not answer .*Check DATABASE_URL\./,
    ],
    [
      { DATA_DIR: '/dev/null/data' },
      /DATA_DIR \(\/dev\/null\/data\) is a file, or below one\. Name a folder/,
    ],
    [
      { HOST: '192.0.2.1', PAYFAST_MODE: 'off', ...database },
      /HOST is 192\.0\.2\.1, which is no address of this machine\./,
    ],
    [
      { HOST: '999.1.1.1', PAYFAST_MODE: 'off', ...database },
      /HOST is 999\.1\.1\.1, which is no address of this machine\./,
    ],
    [
      { DATABASE_URL: await powerlessUrl(empty.url), SESSION_SECRET },
      /permission denied for .*must own the database: ALTER DATABASE/,
    ],
  ] as const;
  await Promise.all(
    cases.map(async ([settings, sentence]) => {
      const program = startProgram(t, { DATA_DIR, PORT: port, ...settings });
      assert.equal(await program.exited, 1);
      assert.match(program.said(), sentence);
      assert.doesNotMatch(program.said(), /\n {4}at /);
    }),
  );
  await drop();
  await empty.drop();
});

test('a folder in the place of the session key is named', async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'session-secret'));
  await assert.rejects(sessionKey(null, folder), {
    name: 'Error',
    message: /session-secret is a folder, and must be the file with the session key/,
  });
});

test('with ADMIN_PASSWORD no link is needed, and a senseless MAIL_FROM is a warning; neither is logged', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const PORT = await freePort();
  const settings = { DATABASE_URL: url, SESSION_SECRET, PORT, DATA_DIR, LOG_LEVEL: 'trace' };
  const program = startProgram(t, {
    ...settings,
    ADMIN_PASSWORD: 'Secret123',
    MAIL_FROM: 'the office',
  });
  await program.running();
  const login = await post(PORT, '/user/login', {
    email: 'admin@localhost',
    password: 'Secret123',
  });
  assert.equal(login.status, 200);
  program.kill('SIGTERM');
  assert.equal(await program.exited, 0);
  assert.equal(linkIn(program.said()), undefined);
  assert.match(program.said(), /MAIL_FROM is not an email address and is ignored/);
  assert.doesNotMatch(program.said(), /Secret123|the office|a secret of the tests/);
  await drop();
});
