import { searchEverything } from '#contract/global-search/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { findEverything } from './find-everything.ts';

export function globalSearchRoutes(serve: Serve): void {
  serve(searchEverything, async ({ ctx, body }) => ({
    results: await findEverything(ctx, body.text),
  }));
}
