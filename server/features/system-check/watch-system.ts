import type { CheckResult } from '#contract/system-check/endpoints.ts';
import { runChecks, type CheckDeps } from './check.ts';
import { systemChecks } from './system-checks.ts';

const firstAfterMs = 60_000;
const everyMs = 900_000;

/** What failed the last time, in this process. Null: nothing was checked yet. */
let failures: number | null = null;

/** Today counts the backups apart. */
const countedApart = 'Backups';

export async function checkNow(deps: CheckDeps): Promise<CheckResult[]> {
  const results = await runChecks(systemChecks(deps));
  failures = results.filter(
    ({ name, state }) => state === 'failed' && name !== countedApart,
  ).length;
  return results;
}

/** The checks reach other machines and take seconds, so Today counts what the last ones found. */
export function watchSystem(deps: CheckDeps & { ending: AbortSignal }): void {
  const check = () => {
    if (!deps.ending.aborted) void checkNow(deps);
  };
  setTimeout(check, firstAfterMs).unref();
  setInterval(check, everyMs).unref();
}

export function lastFailures(): number | null {
  return failures;
}
