import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { openLog } from '#server/log.ts';
import { watchClock } from '#server/platform/jobs/watch-clock.ts';
import { startWorkers } from '#server/workers.ts';
import { openTestApp } from '#test/support/app.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { skewDatabaseClock } from '#test/support/skewed-clock.ts';
import { describeOffset, isClockWrong, measureClock } from './clock-offset.ts';
import { openDb, openPool } from './pool.ts';

const app = await openTestApp();
const skew = (seconds: number) => skewDatabaseClock(app.db, app.url, seconds);

/** With connections that are opened now. */
async function connectedAnew(logTo?: { write(line: string): void }) {
  const db = openDb(openPool(app.url, 2));
  const fastify = await buildApp({ ...app, db });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });
  return { ...app, db, fastify, ...(logTo ? { log: openLog('info', logTo) } : {}) };
}

const start = (t: Parameters<typeof startProgram>[0], settings: Record<string, string> = {}) =>
  freePort().then((PORT) =>
    startProgram(t, {
      DATABASE_URL: app.url,
      SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
      DATA_DIR: app.dataDir,
      PORT,
      ...settings,
    }),
  );

test('the time that the question takes is allowed for', () => {
  assert.equal(isClockWrong({ aheadMs: 61_000, tookMs: 0 }), true);
  assert.equal(isClockWrong({ aheadMs: -61_000, tookMs: 0 }), true);
  assert.equal(isClockWrong({ aheadMs: 61_000, tookMs: 4000 }), false);
  assert.equal(isClockWrong({ aheadMs: 59_000, tookMs: 0 }), false);
});

test('the offset is measured and described', async () => {
  assert.ok(Math.abs((await measureClock(app.db)).aheadMs) < 5000);
  await skew(600);
  const { db } = await connectedAnew();
  const offset = await measureClock(db);
  assert.equal(
    describeOffset(offset),
    'The clock of this machine is 10 minutes behind the clock of the database.',
  );
});

test('a start with a wrong clock is refused with one sentence, except with NOW', async (t) => {
  await skew(-90);
  const program = await start(t);
  assert.equal(await program.exited, 1);
  assert.match(
    program.said(),
    /The clock of this machine is 90 seconds ahead of the clock of the database\. Memberships would expire/,
  );
  assert.doesNotMatch(program.said(), /\n {4}at /);
  const tested = await start(t, { NOW: '2027-03-10T08:00:00Z' });
  await tested.running();
  tested.kill('SIGTERM');
  assert.equal(await tested.exited, 0);
});

test('while the clock is wrong the process is not ready, and neither the daily run nor deleting begins', async (t) => {
  await skew(-90);
  const wrong = await connectedAnew();
  assert.equal((await wrong.fastify.inject('/readyz')).statusCode, 503);
  assert.equal((await wrong.fastify.inject('/healthz')).statusCode, 200);
  const metrics = (await wrong.fastify.inject('/metrics')).body;
  assert.match(metrics, /\nclock_offset_seconds (89|90|91)/);

  await sql`DELETE FROM pgboss.job`.execute(app.db);
  await app.db.deleteFrom('daily_runs').execute();
  const workers = await startWorkers(wrong);
  t.after(() => workers.stop());
  const waiting = () =>
    sql<{ name: string }>`
      SELECT DISTINCT name FROM pgboss.job
      WHERE name IN ('run-day', 'forget-old') AND state = 'retry' ORDER BY name`.execute(app.db);
  await until('both jobs to be put off', async () => (await waiting()).rows.length === 2);
  const days = await app.db.selectFrom('daily_runs').select('day').execute();
  assert.deepEqual(days, []);
});

test('a clock that becomes wrong is logged, and the daily run follows when it is right', async () => {
  const lines: string[] = [];
  await skew(-90);
  const wrong = await connectedAnew({ write: (line) => lines.push(line) });
  const enqueued: string[] = [];
  const queue = {
    ...app.queue,
    enqueue: async (_db: unknown, name: string) => void enqueued.push(name),
  };
  const end = watchClock({ ...wrong, queue }, 20);
  await until('the log', () => lines.some((line) => line.includes('the clock is wrong')));
  assert.deepEqual(enqueued, []);
  await skew(0);
  await until('the daily run', () => enqueued.length > 0);
  assert.deepEqual(enqueued, ['run-day']);
  end();
});
