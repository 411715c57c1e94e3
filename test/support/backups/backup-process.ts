import { readConfig } from '#server/config.ts';
import { runBackups } from '#server/features/backups/run-backups.ts';
import { openLog } from '#server/log.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import type { TestApp } from '#test/support/app.ts';
import { stopClock } from '#test/support/clock.ts';
import { spawnJob } from '#test/support/processes/spawn-job.ts';

interface Input {
  url: string;
  dataDir: string;
  at: string;
}

/** Runs the job in a process of its own, which can be killed. */
export function spawnBackup({ url, dataDir, clock }: TestApp) {
  const input: Input = { url, dataDir, at: clock.now().toISOString() };
  return spawnJob(import.meta.url, input);
}

async function run({ url, dataDir, at }: Input): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const log = openLog('silent');
  await runBackups({
    config,
    log,
    databaseUrl: url,
    db: openDb(openPool(url)),
    queue: await startQueue(url, log),
    clock: stopClock(at),
    ending: new AbortController().signal,
    secret: new Uint8Array(32),
  });
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '') as Input);
