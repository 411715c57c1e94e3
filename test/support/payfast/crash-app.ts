import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { openLog } from '#server/log.ts';
import { startWorkers } from '#server/workers.ts';
import { stopClock } from '#test/support/clock.ts';

interface CrashPoint {
  settings: Record<string, string>;
  url: string;
  at: string;
  /** Whether the workers run, and whether the process dies when a payment is committed. */
  workers: 'none' | 'working' | 'die before the commit' | 'die after the commit';
}

/** Starts the application in its own process that a test can kill. It listens at `address`. */
export async function startCrashingApp(t: TestContext, point: CrashPoint) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(point)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const end = async () => {
    child.kill('SIGKILL');
    const [, signal] = await ended;
    return signal;
  };
  t.after(end);
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { address, end, ended };
}

/** Kills the process before or after the commit of a transaction that records a payment. */
function dieOfPayment(client: pg.PoolClient, isAfter: boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let isPaying = false;
  const watching = async (...args: unknown[]) => {
    const text = String(args[0]);
    if (text.includes('insert into "payments"')) isPaying = true;
    const isTheMoment = isPaying && text === 'commit';
    if (isTheMoment && !isAfter) process.kill(process.pid, 'SIGKILL');
    const answer = await query(...args);
    if (isTheMoment) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  client.query = watching as typeof client.query;
}

async function run({ settings, url, at, workers }: CrashPoint): Promise<void> {
  const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...settings });
  const pool = openPool(url);
  if (workers.startsWith('die')) {
    pool.on('connect', (client) => dieOfPayment(client, workers === 'die after the commit'));
  }
  const log = openLog(config.logLevel);
  const deps: AppDeps = {
    config,
    clock: stopClock(at),
    databaseUrl: url,
    db: openDb(pool),
    queue: await startQueue(url, log),
    log,
    ending: new AbortController().signal,
    secret: new Uint8Array(32),
    authenticate: async () => null,
    recordDownload: async () => {},
  };
  const app = await buildApp(deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  if (workers !== 'none') await startWorkers(deps);
  process.stdout.write(`${address}\n`);
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '') as CrashPoint);
