import type { AuditEntry } from '#contract/audit.ts';
import { formatMoment } from '#contract/days.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { EntryChanges } from './entry-changes.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import styles from './audit-columns.module.css';

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    sortBy: 'At',
    cell: ({ at }) => <span className={styles.moment}>{formatMoment(at)}</span>,
  },
  { header: 'Who', cell: ({ byName }) => byName },
  {
    header: 'What',
    card: 'title',
    cell: (entry) => (
      <div className={styles.what}>
        <p>
          <EntrySentence entry={entry} />
        </p>
        <EntryChanges entry={entry} />
      </div>
    ),
  },
];
