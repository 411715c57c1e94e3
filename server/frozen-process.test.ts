import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { thandisForm } from '#test/support/people.ts';

const patienceMs = 15_000;
const { url, drop } = await makeTestDatabase();
const db = openDb(openPool(url, 2));
after(async () => {
  await db.destroy();
  await drop();
});

async function startWeb(t: TestContext) {
  const port = await freePort();
  const folder = await temporaryFolder(t);
  const program = startProgram(t, {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
    PROCESS: 'web',
    PORT: port,
    DATA_DIR: join(folder, 'data'),
  });
  await program.running();
  const register = async (email: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/members/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await thandisForm({ db }, { email })),
    });
    return reply.status;
  };
  return { ...program, register };
}

/** The invoice of this person is followed by a second in which its transaction holds the counter's row. */
async function holdCounterFor(email: string): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION hold_counter() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`.execute(db);
  await sql`DROP TRIGGER IF EXISTS hold_counter ON invoices`.execute(db);
  await sql`
    CREATE TRIGGER hold_counter AFTER INSERT ON invoices FOR EACH ROW
    WHEN (NEW.payer_email = ${sql.lit(email)}) EXECUTE FUNCTION hold_counter()`.execute(db);
}

const sleeping = async () =>
  (
    await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(db)
  ).rows.length > 0;

for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
  const what = signal === 'SIGSTOP' ? 'frozen' : 'killed';
  test(`a process ${what} while it holds the counter's row holds up the others for less than 15 seconds`, async (t) => {
    const [first, second] = [await startWeb(t), await startWeb(t)];
    const email = `${what}@example.org`;
    await holdCounterFor(email);
    const interrupted = first.register(email).catch(() => 'no reply');
    await until('the transaction', sleeping);
    first.kill(signal);
    const start = performance.now();
    const statuses = await Promise.all(
      [1, 2, 3].map((n) => second.register(`${what}-${n}@example.org`)),
    );
    const ms = performance.now() - start;
    t.diagnostic(`${what}: ${Math.round(ms)} ms`);
    assert.deepEqual(statuses, [200, 200, 200]);
    assert.ok(ms < patienceMs, `${ms} ms`);
    if (signal === 'SIGSTOP') {
      first.kill('SIGCONT');
      // Its transaction is lost, and it goes on.
      assert.equal(await interrupted, 503);
      assert.equal(await first.register('thawed@example.org'), 200);
    }
    const { rows } = await sql`SELECT FROM members WHERE email = ${email}`.execute(db);
    assert.equal(rows.length, 0);
    const numbers = await db.selectFrom('invoices').select('number').orderBy('number').execute();
    assert.deepEqual(
      numbers.map(({ number }) => number),
      numbers.map((_, n) => (numbers[0]?.number ?? 0) + n),
      'no number is left out',
    );
    for (const program of [first, second]) program.kill('SIGTERM');
    await Promise.all([first.exited, second.exited]);
  });
}
