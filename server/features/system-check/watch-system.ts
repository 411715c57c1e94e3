import type { CheckResult } from '#contract/system-check/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { runChecks, type CheckDeps } from './check.ts';
import { mailRedChecks } from './mail-red-checks.ts';
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
export function watchSystem(deps: AppDeps): void {
  const check = () => {
    if (!deps.ending.aborted) void checkAndMail(deps);
  };
  setTimeout(check, firstAfterMs).unref();
  setInterval(check, everyMs).unref();
}

async function checkAndMail(deps: AppDeps): Promise<void> {
  const { db, queue, clock, config, log } = deps;
  const results = await checkNow(deps);
  // A trial copy sends nothing.
  if (config.isTrial) return;
  await mailRedChecks({ db, queue, at: clock.now(), by: null }, results).catch((error: unknown) =>
    log.warn({ err: error }, 'the system check was not noted'),
  );
}

export function lastFailures(): number | null {
  return failures;
}
