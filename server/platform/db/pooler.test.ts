import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import pg from 'pg';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { assertNoTransactionPooler, isShared, TransactionPooler } from './pooler.ts';

const { url, drop } = await makeTestDatabase();
after(() => drop());

const missing =
  spawnSync('pgbouncer', ['--version']).error === undefined ? false : 'pgbouncer is not installed';
const nobody = 65_534;

/** PgBouncer in front of the test database. */
async function startPooler(t: TestContext, mode: 'session' | 'transaction'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const { searchParams, hostname, port: serverPort, pathname, username, password } = new URL(url);
  const place = `host=${searchParams.get('host') ?? hostname} port=${serverPort || '5432'}`;
  const settings = `
[databases]
membership = ${place} dbname=${pathname.slice(1)} user=${username} ${password && `password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, nobody, nobody);
  // It refuses to run as root. The socket of the test database belongs to the same user.
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const pooled = `postgresql://anyone@127.0.0.1:${port}/membership`;
  await until('the pooler', async () => {
    const client = new pg.Client({ connectionString: pooled });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return pooled;
}

test('a connection of its own has one process of the server, and no other has it', () => {
  assert.equal(isShared({ first: 1, beside: 2, again: 1 }), false);
  assert.equal(isShared({ first: 1, beside: 1, again: 1 }), true);
  assert.equal(isShared({ first: 1, beside: 2, again: 3 }), true);
});

test('a direct connection is accepted', () => assertNoTransactionPooler(url));

test(
  'a pooler in transaction mode is refused at the start, which says what to use',
  { skip: missing },
  async (t) => {
    const pooled = await startPooler(t, 'transaction');
    await assert.rejects(assertNoTransactionPooler(pooled), TransactionPooler);
    const program = startProgram(t, {
      DATABASE_URL: pooled,
      SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
      PORT: await freePort(),
      DATA_DIR: await temporaryFolder(t),
    });
    assert.equal(await program.exited, 1);
    assert.match(program.said(), /pooler that gives each transaction another connection/);
    assert.match(program.said(), /pool_mode = session/);
    assert.doesNotMatch(program.said(), /\n {4}at /);
  },
);

test(
  'a pooler in session mode is accepted, with the settings of the application',
  { skip: missing },
  async (t) => {
    const pooled = await startPooler(t, 'session');
    await assertNoTransactionPooler(pooled);
    const program = startProgram(t, {
      DATABASE_URL: pooled,
      SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
      PORT: await freePort(),
      DATA_DIR: await temporaryFolder(t),
    });
    await program.running();
    program.kill('SIGTERM');
    assert.equal(await program.exited, 0);
  },
);
