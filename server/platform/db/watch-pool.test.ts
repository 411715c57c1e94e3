import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import test, { after } from 'node:test';
import { makeTestDatabase } from '#test/support/database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openPool } from './pool.ts';

const { url, drop } = await makeTestDatabase();

const readyForQuery = Buffer.from('Z\0\0\0\u0005I');

/** A line to the database that can fall silent: nothing is refused, nothing is answered. */
async function openLine() {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const sockets = new Set<Socket>();
  let isSilent = false;
  let greets = false;
  let muteNext = false;
  const server = createServer((near) => {
    let isGreeted = false;
    const isMute = muteNext;
    muteNext = false;
    const far =
      folder === null
        ? connect(Number(port || 5432), hostname)
        : connect(`${folder}/.s.PGSQL.${port || 5432}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('close', () => to.destroy());
      from.on('data', (bytes: Buffer) => {
        if (isMute) return;
        if (!isSilent || (greets && !isGreeted)) to.write(bytes);
        if (from === far && bytes.subarray(-6).equals(readyForQuery)) isGreeted = true;
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const over = new URL(url);
  over.search = '';
  over.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: over.href,
    silence: () => (isSilent = true),
    /** As a pooler does, whose server is silent: it accepts connections, and no query is answered. */
    greetOnly: () => (isSilent = greets = true),
    /** The next connection gets no reply, as if a packet was lost. */
    muteNext: () => (muteNext = true),
    speak: () => (isSilent = greets = false),
  };
}

const line = await openLine();
const pool = openPool(line.url, 4);
after(async () => {
  await pool.end();
  await drop();
});

/** What became of it, and after how many seconds. */
async function outcome(asking: Promise<unknown>) {
  const start = performance.now();
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, seconds: (performance.now() - start) / 1000 };
}

test('a silent database counts as unavailable within 5 seconds and works again when it replies', async () => {
  await Promise.all([1, 2, 3].map(() => pool.query('SELECT 1')));
  const inTransaction = await pool.connect();
  await inTransaction.query('BEGIN');
  await inTransaction.query('CREATE TABLE left_behind ()');
  line.silence();
  const waiting = await Promise.all([
    outcome(pool.query('SELECT 1')),
    outcome(pool.query('SELECT 2')),
    outcome(inTransaction.query('COMMIT')),
  ]);
  for (const { error, seconds } of waiting) {
    assert.ok(isDatabaseUnavailable(error), String(error));
    assert.ok(seconds < 5, `${seconds} seconds`);
  }
  inTransaction.release();
  const next = await outcome(pool.query('SELECT 1'));
  assert.ok(isDatabaseUnavailable(next.error) && next.seconds < 5);

  line.speak();
  const { rows } = await pool.query(`SELECT to_regclass('left_behind') AS name`);
  assert.deepEqual(rows, [{ name: null }]);
});

test('a server that is silent behind a pooler counts as unavailable, too', async () => {
  await pool.query('SELECT 1');
  line.greetOnly();
  const { error, seconds } = await outcome(pool.query('SELECT 1'));
  assert.ok(isDatabaseUnavailable(error), String(error));
  assert.ok(seconds < 5, `${seconds} seconds`);
  line.speak();
});

test('a slow query is not interrupted while the database replies', async () => {
  const { error, seconds } = await outcome(pool.query('SELECT pg_sleep(2.5)'));
  assert.equal(error, null);
  assert.ok(seconds >= 2.5);
});

test('one look that gets no reply does not interrupt a query', async () => {
  await pool.query('SELECT 1');
  line.muteNext();
  const { error } = await outcome(pool.query('SELECT pg_sleep(4.6)'));
  assert.equal(error, null);
});
