import { searchEverything } from '#contract/global-search/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { findEverything } from './find-everything.ts';

export function globalSearchRoutes(serve: Serve): void {
  serve(searchEverything, ({ ctx, body }) => findEverything(ctx, body.text));
}
