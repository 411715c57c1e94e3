import { type AuditEntry, auditTexts, searchAudit } from '#contract/audit.ts';
import { formatMoment } from '#contract/days.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import { searching } from '#web/lists/searching.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditFilters } from './audit-filters.ts';

const load = searching(searchAudit);

/** What administrators changed: to be read, never to be mended. Rules §4. */
export function AuditLogPage() {
  return (
    <AdminList
      title={auditTexts.heading}
      cacheKey="audit"
      load={load}
      texts={auditTexts}
      columns={auditColumns}
      filters={auditFilters}
      defaultSort={{ by: 'At', descending: true }}
      nameOf={nameOf}
    />
  );
}

function nameOf({ at, subjectName }: AuditEntry): string {
  return `${subjectName}, ${formatMoment(at)}`;
}
