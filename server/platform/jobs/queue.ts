import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '#server/platform/db/pool.ts';
import { jobNames, type JobName, type Jobs } from './jobs.ts';
import { openQueueConnections } from './queue-connections.ts';

export interface Queue {
  /** Queued when `db`'s transaction commits, or not at all. `delay` in seconds: behind new jobs. */
  enqueue<N extends JobName>(db: Db, name: N, data: Jobs[N], delay?: number): Promise<void>;
  /** Queues many jobs. Single jobs have a higher priority. */
  enqueueAll<N extends JobName>(db: Db, name: N, data: Jobs[N][]): Promise<void>;
  /** The same, without jobs that are already queued. */
  enqueueMissing<N extends JobName>(db: Db, name: N, data: Jobs[N][]): Promise<void>;
  /** `isRetry`: the worker that took this job before has failed, or is gone. */
  work<N extends JobName>(
    name: N,
    run: (data: Jobs[N], isRetry: boolean) => Promise<unknown>,
  ): Promise<void>;
  /** Queues the job at each time of the cron expression. */
  schedule<N extends JobName>(name: N, cron: string, data: Jobs[N]): Promise<void>;
  stop(): Promise<void>;
}

const lasting = {
  notify: true,
  retryLimit: 20,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 86_400,
};

// The job of a killed worker is found within 15 seconds, and taken again 7 seconds later at most.
const vigilance = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 };
/** PostgreSQL sends no notification when a delayed job becomes due, so workers also poll. */
const notifyPollingIntervalSeconds = 5;
/** Each worker asks the database every five seconds, so there are several only where people wait. */
const workers: Partial<Record<JobName, number>> = { 'mail-reset-link': 4, 'judge-notification': 4 };
/** For batches and retries; a single new job has 0 and goes first. */
const lowPriority = -1;

function isKnown(name: string): boolean {
  return (jobNames as readonly string[]).includes(name) || name.startsWith('__pgboss__');
}

/** The queue's own clock is the database's; nothing of the domain's time goes into it. */
export async function startQueue(url: string, log: Logger): Promise<Queue> {
  const connections = openQueueConnections(url);
  const boss = new PgBoss({ db: connections, useListenNotify: true, ...vigilance });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue had to try again'));
  try {
    await boss.start();
    for (const name of jobNames) await boss.createQueue(name, lasting);
    // Schedules of other versions. Their queues stay: during a rolling restart they are still used.
    for (const { name } of await boss.getSchedules()) {
      if (!isKnown(name)) await boss.unschedule(name);
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await connections.close();
    throw error;
  }
  async function enqueueAll<N extends JobName>(db: Db, name: N, data: Jobs[N][]): Promise<void> {
    const jobs = data.map((each) => ({ data: each, priority: lowPriority }));
    await boss.insert(name, jobs, { db: fromKysely(db) });
  }
  return {
    enqueueAll,
    async enqueue(db, name, data, delay = 0) {
      const options = delay > 0 ? { startAfter: delay, priority: lowPriority } : {};
      await boss.send(name, data, { ...options, db: fromKysely(db) });
    },
    async enqueueMissing(db, name, data) {
      const { rows } = await sql<{ data: (typeof data)[number] }>`
        SELECT wanted.data FROM jsonb_array_elements(${JSON.stringify(data)}::jsonb) AS wanted (data)
        WHERE NOT EXISTS (
          SELECT FROM pgboss.job
          WHERE job.name = ${name} AND job.state < 'active' AND job.data = wanted.data
        )`.execute(db);
      if (rows.length > 0)
        await enqueueAll(
          db,
          name,
          rows.map((row) => row.data),
        );
    },
    async work(name, run) {
      for (let n = 0; n < (workers[name] ?? 1); n += 1) {
        const workerId: string = await boss.work<never>(
          name,
          { notifyPollingIntervalSeconds },
          async (jobs) => {
            // Otherwise pg-boss takes one job per poll. A fetch that finds no job, or fails, waits again.
            boss.notifyWorker(workerId);
            for (const job of jobs) {
              await run(job.data, job.retryCount > 0).catch((error: unknown) => {
                // The queue retries it but does not log it.
                if ((error as Error).name === 'AbortError')
                  log.info({ job: name }, 'a job was interrupted, and starts again later');
                else log.warn({ err: error, job: name }, 'a job failed');
                throw error;
              });
            }
          },
        );
      }
    },
    async schedule(name, cron, data) {
      await boss.schedule(name, cron, data, { tz: 'Africa/Johannesburg', missed: 'once' });
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 3000 });
      await connections.close();
    },
  };
}
