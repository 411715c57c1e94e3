import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { after, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { openLog } from '#server/log.ts';
import { breakConnections, bringBack, takeAway, until } from '#test/support/outage.ts';
import { openTestApp } from '#test/support/app.ts';
import { startQueue, type Queue } from './queue.ts';

const app = await openTestApp();
const log = openLog('silent');

/** A second worker, which the queue cannot tell from another process. */
async function another(): Promise<Queue> {
  const queue = await startQueue(app.url, log);
  after(() => queue.stop());
  return queue;
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM pgboss.job WHERE name = ${name} ORDER BY created_on`.execute(app.db);
  return rows.map((row) => row.state);
}

test('a job queued in a transaction exists only if the transaction commits', async () => {
  const ask = (email: string, fails: boolean) =>
    app.db.transaction().execute(async (db) => {
      await app.queue.enqueue(db, 'mail-reset-link', { email });
      if (fails) throw new Error('no');
    });
  await assert.rejects(ask('lost@example.org', true), /no/);
  assert.deepEqual(await statesOf('mail-reset-link'), []);
  await ask('kept@example.org', false);
  assert.deepEqual(await statesOf('mail-reset-link'), ['created']);
  const done: string[] = [];
  await app.queue.work('mail-reset-link', async ({ email }) => void done.push(email));
  await until('the job', () => done.length > 0);
  assert.deepEqual(done, ['kept@example.org']);
});

test('a start deletes the schedules of an earlier version, which can still queue jobs', async () => {
  const older = new PgBoss(app.url);
  await older.start();
  await older.createQueue('send-mail');
  await older.schedule('send-mail', '* * * * *');
  await another();
  const { rows } = await sql`SELECT name FROM pgboss.schedule WHERE name = 'send-mail'`.execute(
    app.db,
  );
  assert.deepEqual(rows, []);
  await older.send('send-mail', {});
  assert.deepEqual(await statesOf('send-mail'), ['created']);
  await older.stop();
});

test('all workers stay busy until all queued jobs are done', async () => {
  const jobs = Array.from({ length: 100 }, (_, n) => ({ runId: `${n}` }));
  let done = 0;
  const queue = await another();
  const begin = performance.now();
  await queue.enqueueAll(app.db, 'finish-renewals', jobs);
  await queue.work('finish-renewals', async () => {
    await setTimeout(5);
    done += 1;
  });
  for (const job of jobs) await queue.enqueue(app.db, 'finish-renewals', job);
  await until('all jobs', () => done === 200);
  const seconds = (performance.now() - begin) / 1000;
  assert.ok(seconds < 10, `200 jobs of 5 ms took ${seconds} s`);
  await queue.stop();
});

test('a single job overtakes a batch; a batch is queued once, and retries have low priority', async () => {
  const { queue } = app;
  const data = (n: number) => ({ runId: `order ${n}` });
  await queue.enqueueMissing(app.db, 'finish-renewals', [data(1), data(2)]);
  await queue.enqueueMissing(app.db, 'finish-renewals', [data(2), data(3), data(1)]);
  await queue.enqueue(app.db, 'finish-renewals', data(4), 60);
  await queue.enqueue(app.db, 'finish-renewals', data(5));
  await queue.enqueueMissing(app.db, 'finish-renewals', [data(4), data(5)]);
  const { rows } = await sql<{ run: string; priority: number }>`
    SELECT data ->> 'runId' AS run, priority FROM pgboss.job
    WHERE name = 'finish-renewals' AND state = 'created' ORDER BY data ->> 'runId'`.execute(app.db);
  assert.deepEqual(
    rows.map(({ run, priority }) => [run, priority]),
    [
      ['order 1', -1],
      ['order 2', -1],
      ['order 3', -1],
      ['order 4', -1],
      ['order 5', 0],
    ],
  );
});

test('a job that hangs or fails does not block the next jobs', async () => {
  const end = Promise.withResolvers<void>();
  const done: string[] = [];
  const queue = await another();
  await queue.work('judge-notification', async ({ notificationId: what }) => {
    if (what === 'hangs') return end.promise;
    if (what === 'fails') throw new Error('no');
    done.push(what);
  });
  const begin = performance.now();
  const jobs = ['hangs', 'hangs', 'hangs', 'fails', 'fails', 'one', 'two', 'three'];
  await queue.enqueueAll(
    app.db,
    'judge-notification',
    jobs.map((notificationId) => ({ notificationId })),
  );
  await until('the jobs behind', () => done.length === 3);
  assert.ok(performance.now() - begin < 4000);
  assert.deepEqual(done, ['one', 'two', 'three']);
  end.resolve();
});

test('neither an empty queue nor an unavailable database is polled in a tight loop', async () => {
  const queue = await another();
  let done = 0;
  await queue.work('recount-lists', async () => {
    if (done === 1) await takeAway(app.url);
    done += 1;
  });
  const queries = mock.method(pg.Client.prototype, 'query');
  const connects = mock.method(pg.Client.prototype, 'connect');
  const askedInOneSecond = async () => {
    const before = queries.mock.callCount() + connects.mock.callCount();
    await setTimeout(1000);
    return queries.mock.callCount() + connects.mock.callCount() - before;
  };
  await queue.enqueue(app.db, 'recount-lists', {});
  await until('the first job', () => done === 1);
  const asked = [await askedInOneSecond()];
  await queue.enqueue(app.db, 'recount-lists', {});
  await until('the second job', () => done === 2);
  asked.push(await askedInOneSecond());
  mock.reset();
  await bringBack(app.url);
  assert.ok(Math.max(...asked) < 100, `asked ${asked.join(' and ')} times`);
});

test('a failed job is retried, and the log records it without the job data', async () => {
  const lines: string[] = [];
  const queue = await startQueue(app.url, openLog('info', { write: (line) => lines.push(line) }));
  let attempts = 0;
  await queue.work('forget-old', () => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  });
  await queue.enqueue(app.db, 'forget-old', {});
  await until('the second attempt', () => attempts === 2);
  await queue.stop();
  const failures = lines.filter((line) => line.includes('a job failed'));
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /"job":"forget-old"/);
});

test('a job that the end of the application interrupts is a sentence in the log, without a stack', async () => {
  const lines: string[] = [];
  const queue = await startQueue(app.url, openLog('info', { write: (line) => lines.push(line) }));
  await queue.work('back-up', async () => AbortSignal.abort().throwIfAborted());
  await queue.enqueue(app.db, 'back-up', {});
  await until('the line', () => lines.some((line) => line.includes('"job":"back-up"')));
  await queue.stop();
  const [line = ''] = lines.filter((one) => one.includes('"job":"back-up"'));
  assert.match(line, /a job was interrupted, and starts again later/);
  assert.doesNotMatch(line, /stack|AbortError/);
});

const stuck = `
  const { startQueue } = await import(${JSON.stringify(import.meta.resolve('./queue.ts'))});
  const { openLog } = await import(${JSON.stringify(import.meta.resolve('#server/log.ts'))});
  const queue = await startQueue(process.argv[1], openLog('silent'));
  await queue.work('run-day', () => new Promise(() => console.log('at work')));
`;

test('the job of a killed worker is done by another worker @full', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', stuck, app.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  await app.queue.enqueue(app.db, 'run-day', {});
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(await statesOf('run-day'), ['active']);
  // As if ten seconds had passed without a sign of life.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds'
            WHERE name = 'run-day'`.execute(app.db);
  let done = 0;
  await app.queue.work('run-day', async () => void (done += 1));
  await until('another worker', () => done > 0);
  assert.equal(done, 1);
});

test('stopping waits for running jobs and leaves queued jobs', async () => {
  const queue = await another();
  const [allBusy, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  let begun = 0;
  await queue.work('judge-notification', async () => {
    begun += 1;
    if (begun === 4) allBusy.resolve();
    await mayEnd.promise;
    order.push('done');
  });
  await queue.enqueueAll(
    app.db,
    'judge-notification',
    Array.from({ length: 100 }, () => ({ notificationId: 'one' })),
  );
  await allBusy.promise;
  const stopping = queue.stop().then(() => order.push('stopped'));
  // The workers are told to stop after the connection for notifications is closed.
  await setTimeout(500);
  mayEnd.resolve();
  await stopping;
  assert.ok(order.length < 100, 'each of the four workers ends the job that it holds');
  assert.equal(order.at(-1), 'stopped');
  assert.equal(order.lastIndexOf('done'), order.length - 2);
});

test('the connection for notifications is opened again after it was lost', async () => {
  const queue = await startQueue(app.url, log);
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`.execute(app.db);
    return rows.map(({ pid }) => pid);
  };
  const before = new Set(await listeners());
  assert.ok(before.size > 0);
  await breakConnections(app.url);
  await until('a new connection', async () => {
    const pids = await listeners().catch(() => []);
    return pids.some((pid) => !before.has(pid));
  });
  await queue.stop();
});
