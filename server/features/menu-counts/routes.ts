import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { readMenuCounts } from './queries.ts';

export function menuCountRoutes(serve: Serve): void {
  serve(getMenuCounts, ({ ctx }) => readMenuCounts(ctx));
}
