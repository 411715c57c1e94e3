import type { CheckResult } from '#contract/system-check/endpoints.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { networkProblem } from '#server/platform/http/network-problem.ts';

export type Finding = Omit<CheckResult, 'name'>;

export interface Check {
  name: string;
  run: () => Promise<Finding>;
}

export interface CheckDeps {
  config: Config;
  clock: Clock;
  /** The database, or why the checks cannot reach it. */
  db: Db | Finding;
  /** The key of the installation; `null` if it cannot be read. */
  secret: Uint8Array | null;
}

/** Milliseconds, for each check. They run at the same time. */
const checkTimeMs = 5000;

/** For one connection within a check. */
export const connectTimeMs = 4000;

export const ok = (finding: string): Finding => ({ state: 'ok', finding, advice: '' });

export const warning = (finding: string, advice: string): Finding => ({
  state: 'warning',
  finding,
  advice,
});

export const failed = (finding: string, advice: string): Finding => ({
  state: 'failed',
  finding,
  advice,
});

export const withoutSecret = warning(
  'Not checked, because the session secret cannot be read.',
  'Run this as the user of the application, with its settings.',
);

/** The checks that need the database do not all repeat why it is not there. */
export function withDatabase(
  { db }: CheckDeps,
  run: (db: Db) => Promise<Finding>,
): () => Promise<Finding> {
  return async () => ('state' in db ? warning('Not checked, without the database.', '') : run(db));
}

export async function runChecks(checks: Check[], timeMs = checkTimeMs): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => ({ name, ...(await within(timeMs, run)) })),
  );
}

async function within(timeMs: number, run: () => Promise<Finding>): Promise<Finding> {
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(
    () => late.resolve(failed(`No answer within ${timeMs / 1000} seconds.`, 'Check again.')),
    timeMs,
  );
  try {
    return await Promise.race([run(), late.promise]);
  } catch (error) {
    return failed(`This could not be checked (${reasonOf(error)}).`, 'Check again.');
  } finally {
    clearTimeout(timer);
  }
}

/** What happened on the network, or the code or the message of an error; of `fetch` that of its cause. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = (error ?? {}) as NodeJS.ErrnoException & { cause?: unknown };
  if (cause instanceof Error) return reasonOf(cause);
  return networkProblem(error) ?? code ?? message ?? 'no reason';
}
