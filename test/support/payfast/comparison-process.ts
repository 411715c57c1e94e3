import { readConfig } from '#server/config.ts';
import { comparePayments } from '#server/features/payments/comparison/compare-payments.ts';
import { openLog } from '#server/log.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import type { TestApp } from '#test/support/app.ts';
import { stopClock } from '#test/support/clock.ts';
import { spawnJob } from '#test/support/processes/spawn-job.ts';

interface Input {
  url: string;
  apiUrl: string;
  at: string;
}

/** Runs the job in a process of its own, which can be killed. */
export function spawnComparison({ url, config, clock }: TestApp) {
  const apiUrl = config.payfast.apiUrl ?? '';
  const input: Input = { url, apiUrl, at: clock.now().toISOString() };
  return spawnJob(import.meta.url, input);
}

async function run({ url, apiUrl, at }: Input): Promise<void> {
  const log = openLog('silent');
  await comparePayments({
    config: readConfig({ PAYFAST_API_URL: apiUrl }),
    log,
    db: openDb(openPool(url)),
    queue: await startQueue(url, log),
    clock: stopClock(at),
    ending: new AbortController().signal,
  });
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '') as Input);
