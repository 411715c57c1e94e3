import { checkSystem } from '#contract/system-check/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { checkNow } from './watch-system.ts';

export function systemCheckRoutes(serve: Serve, deps: AppDeps): void {
  serve(checkSystem, async ({ ctx }) => ({
    checkedUtc: ctx.at.toISOString(),
    results: await checkNow(deps),
  }));
}
