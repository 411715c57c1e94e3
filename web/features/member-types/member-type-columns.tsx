import type { MemberType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/rows/two-lines.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './member-type-columns.module.css';

export const memberTypeColumns: readonly Column<MemberType>[] = [
  {
    header: 'Name',
    sortBy: 'Name',
    card: 'title',
    cell: ({ name, description }) => (
      <span className={styles.type}>
        <TwoLines first={name} second={description} />
      </span>
    ),
  },
  {
    header: 'Family',
    cell: ({ isFamily }) => (isFamily ? 'Yes' : 'No'),
  },
  {
    header: 'Offered',
    card: 'badge',
    cell: ({ isRetired }) => <StatusBadge status={isRetired ? 'Retired' : 'Offered'} />,
  },
  {
    header: 'Fee (ZAR)',
    sortBy: 'Fee',
    align: 'end',
    cell: ({ fee }) => (
      <span className={styles.fee}>
        <TwoLines first={formatRand(fee)} second={fee === 0 && 'Free'} />
      </span>
    ),
  },
];
