import { checkSystem } from '#contract/system-check/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { runChecks } from './check.ts';
import { systemChecks } from './system-checks.ts';

export function systemCheckRoutes(serve: Serve, deps: AppDeps): void {
  serve(checkSystem, async ({ ctx }) => ({
    checkedUtc: ctx.at.toISOString(),
    results: await runChecks(systemChecks(deps)),
  }));
}
