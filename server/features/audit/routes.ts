import { searchAudit } from '#contract/audit/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { searchAuditRows } from './queries.ts';

export function auditRoutes(serve: Serve): void {
  serve(searchAudit, ({ ctx, body }) => searchAuditRows(ctx.db, body));
}
