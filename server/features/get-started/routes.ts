import { startEmpty as endpoint } from '#contract/get-started/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { startEmpty } from './start-empty.ts';

export function getStartedRoutes(serve: Serve): void {
  serve(endpoint, ({ ctx }) => startEmpty(ctx));
}
