import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import styles from './bulk-email-columns.module.css';
import { contentPreview } from './content-preview.ts';
import { Processed } from './processed.tsx';
import { Standing } from './status-badge.tsx';
import { isPending } from './bulk-email-status.ts';

/** The specification's columns. */
export const bulkEmailColumns: readonly Column<BulkEmail>[] = [
  {
    header: 'Subject',
    sortBy: 'Subject',
    card: 'title',
    cell: ({ subject }) => <span className={styles.subject}>{subject}</span>,
  },
  {
    header: 'Send To',
    sortBy: 'CommunicationListName',
    cell: ({ communicationListName, isAppeal }) => (
      <TwoLines first={communicationListName} second={isAppeal && bulkEmailWords.appeal} />
    ),
  },
  {
    header: 'Status',
    card: 'badge',
    cell: (bulkEmail) => <Standing bulkEmail={bulkEmail} />,
  },
  {
    header: 'Content Preview',
    narrow: 'below',
    cell: ({ content }) => <span className={styles.preview}>{contentPreview(content)}</span>,
  },
  {
    header: 'Total Count',
    align: 'end',
    cell: (bulkEmail) => (
      <span className={styles.count}>
        {isPending(bulkEmail) ? bulkEmailTexts.pending : bulkEmail.totalCount}
      </span>
    ),
  },
  {
    header: 'Total Processed',
    align: 'end',
    cell: (bulkEmail) =>
      isPending(bulkEmail) ? bulkEmailTexts.pending : <Processed bulkEmail={bulkEmail} />,
  },
];
