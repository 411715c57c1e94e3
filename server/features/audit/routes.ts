import { searchAudit } from '#contract/audit/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { searchAuditRows } from './queries.ts';

export function auditRoutes(serve: Serve): void {
  serve(searchAudit, ({ work, body }) => searchAuditRows(work.db, body));
}
