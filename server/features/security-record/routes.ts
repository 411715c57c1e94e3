import { searchSecurityEvents } from '#contract/security-record/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { searchSecurityRows } from './queries.ts';

export function securityRecordRoutes(serve: Serve): void {
  serve(searchSecurityEvents, ({ ctx, body }) => searchSecurityRows(ctx.db, body));
}
