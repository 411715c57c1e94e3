import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { openLog } from '#server/log.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { runUntilCrash, type CrashOutcome } from '#test/support/crash-runner.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { until } from '#test/support/outage.ts';
import { openTestApp } from '#test/support/app.ts';
import { startWorkers } from '#server/workers.ts';
import { runDaily } from './run-day.ts';

const app = await openTestApp();
/** Starts some dozens of processes in sequence, which can be slow on a busy machine. */
const patient = { timeout: 300_000 };
const fewestStatements = 6;
let lastLock = 0;

/** Counts the members that are Due for Renewal, reminded, and mailed. */
async function sendResultOf(lastName: string) {
  const { rows } = await sql<Record<'due' | 'reminders' | 'mails', number>>`
    SELECT count(DISTINCT m.id) FILTER (WHERE s.name = 'Due for Renewal') AS due,
      count(DISTINCT r.period_id) AS reminders, count(DISTINCT mail.id) AS mails
    FROM members m
      JOIN member_statuses s ON s.id = m.member_status_id
      JOIN membership_periods p ON p.member_id = m.id
      LEFT JOIN reminders r ON r.period_id = p.id
      LEFT JOIN mails mail ON mail.kind = 'reminder' AND mail.to_email = m.email
    WHERE m.last_name = ${lastName}`.execute(app.db);
  return rows[0]!;
}

const all = (count: number) => ({ due: count, reminders: count, mails: count });

test('five concurrent processes, run twice, notify each member once', async (t) => {
  app.clock.set('2027-12-01T00:05:00+02:00');
  const queues = await Promise.all(
    Array.from({ length: 5 }, () => startQueue(app.url, openLog('silent'))),
  );
  t.after(() => Promise.all(queues.map((queue) => queue.stop())));
  // In the second round the day's row already exists, and there is new work.
  for (const lastName of ['Five', 'Late']) {
    await addManyMembers(app, 50, { lastName, endsOn: '2027-12-31' });
    const runs = await concurrently(5, (n) => runDaily({ ...app.ctx(), queue: queues[n]! }));
    assert.deepEqual(failed(runs), []);
    assert.deepEqual(await sendResultOf(lastName), all(50));
  }
  const days = await app.db.selectFrom('daily_runs').select('day').execute();
  assert.deepEqual(days, [{ day: '2027-12-01' }]);
});

test(
  'a daily run killed before any statement is saved completely or not at all, and the next run does it @full',
  patient,
  async () => {
    let year = 2028;
    const dieAt = async (death: CrashOutcome) => {
      const lastName = `Killed${String(death)}x`;
      year += 1;
      const at = `${year}-12-01T08:00:00.000Z`;
      await addManyMembers(app, 3, { lastName, endsOn: `${year}-12-31` });
      const lock = ++lastLock;
      const end = await runUntilCrash({ url: app.url, at, death, lock, what: { runDay: true } });
      await app.db
        .transaction()
        .execute((held) => sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(held));
      const counts = await sendResultOf(lastName);
      const isDone = counts.due === 3;
      assert.deepEqual(counts, all(isDone ? 3 : 0), `killed at ${death}`);
      if (end === 'completed' || death === 'commitAnswered') assert.ok(isDone);
      app.clock.set(at);
      await runDaily(app.ctx());
      assert.deepEqual(await sendResultOf(lastName), all(3), `run again after ${death}`);
      return end;
    };
    let death = 1;
    while ((await dieAt(death)) === 'killed') death += 1;
    assert.ok(death > fewestStatements, `only ${death - 1} statements were counted`);
    for (const around of ['commitSent', 'commitAnswered'] as const) {
      assert.equal(await dieAt(around), 'killed');
    }
  },
);

test('the daily run happens at each start, and is scheduled at 00:05 in Johannesburg', async () => {
  await addManyMembers(app, 1, { lastName: 'Start', endsOn: '2060-12-31' });
  app.clock.set('2060-12-05T08:00:00Z');
  const workers = await startWorkers(app);
  await until('the daily run', async () => (await sendResultOf('Start')).due === 1);
  const { rows } = await sql`
    SELECT cron, timezone FROM pgboss.schedule WHERE name = 'run-day'`.execute(app.db);
  assert.deepEqual(rows, [{ cron: '5 0 * * *', timezone: 'Africa/Johannesburg' }]);
  await workers.stop();
});
