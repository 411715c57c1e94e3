import {
  type AuditEntry,
  auditSubjectNames,
  auditSubjects,
  auditWords,
  searchAudit,
} from '#contract/audit/endpoints.ts';
import { auditTexts } from '#contract/audit/texts.ts';
import { formatMoment } from '#contract/days.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import styles from './audit-log-page.module.css';
import { ChangesOnRequest, EntrySentence } from './history-entry.tsx';

const load = searching(searchAudit);

const savedSearches = savedSearchesOf('audit');

/** Read-only list of the administrators' changes. product-rules 4.16. */
export function AuditLogPage() {
  return (
    <AdminList
      title={auditTexts.heading}
      searchHint="Name or number, done by"
      cacheKey="audit"
      load={load}
      texts={auditTexts}
      savedSearches={savedSearches}
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

const auditColumns: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    sortBy: 'At',
    cell: ({ at }) => <span className={styles.moment}>{formatMoment(at)}</span>,
  },
  { header: 'Who', sortBy: 'ByName', cell: ({ byName }) => byName },
  {
    header: 'What',
    sortBy: 'SubjectName',
    card: 'title',
    cell: (entry) => (
      <div className={styles.what}>
        <p className={styles.sentence}>
          <EntrySentence entry={entry} />
        </p>
        <ChangesOnRequest entry={entry} />
      </div>
    ),
  },
];

const auditFilters: readonly Filter<
  'byName' | 'subjectName' | 'subjectKind' | 'action' | 'from' | 'to'
>[] = [
  { kind: 'text', name: 'subjectName', label: 'Name or number' },
  {
    kind: 'choice',
    name: 'subjectKind',
    label: 'Kind of record',
    options: auditSubjects.map((value) => ({ value, label: auditSubjectNames[value] })),
  },
  {
    kind: 'choice',
    name: 'action',
    label: 'What was done',
    options: Object.entries(auditWords).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'byName', label: 'Done by' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
