import { type MemberStatus, statusMeanings } from '#contract/member-statuses.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

export const memberStatusColumns: readonly Column<MemberStatus>[] = [
  {
    header: 'Name',
    sortBy: 'Name',
    card: 'title',
    cell: ({ name }) => <StatusBadge status={name} />,
  },
  {
    header: 'Meaning',
    cell: ({ name, isBuiltIn }) =>
      isBuiltIn ? statusMeanings[name] : 'Given by an administrator.',
  },
  {
    header: 'Kind',
    card: 'badge',
    cell: ({ isBuiltIn }) => (isBuiltIn ? 'Built in' : 'Your own'),
  },
];
