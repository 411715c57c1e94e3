import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { readMenuCounts } from './queries.ts';

export function menuCountRoutes(serve: Serve, { config }: AppDeps): void {
  serve(getMenuCounts, ({ ctx }) => readMenuCounts(ctx, config));
}
