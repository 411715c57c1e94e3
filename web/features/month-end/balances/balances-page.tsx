import { useState } from 'react';
import { counted } from '#contract/counting.ts';
import { formatDay } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type Balance,
  balanceNames,
  balanceRowNames,
  balanceTexts as texts,
  searchBalances,
} from '#contract/month-end/balances.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { DocumentLink } from '../document-link.tsx';
import { Sum, Sums } from '../sums.tsx';
import { withSums } from '../with-sums.ts';
import styles from '../cash-book.module.css';

type Name = 'day' | 'kind';
type Found = ReplyOf<typeof searchBalances>;

const search = searching(searchBalances);

/** Debtors and creditors at a day. product-rules 24. */
export function BalancesPage() {
  const [found, setFound] = useState<Found | null>(null);
  const [load] = useState(() => withSums(search, setFound));
  return (
    <AdminList<Balance, Name>
      title={texts.heading}
      searchHint="Name, number, amount"
      cacheKey="balances"
      // The other tabs are of the month that was chosen.
      keeps={['period']}
      load={load}
      texts={texts}
      columns={columns}
      filters={filters}
      defaultSort={{ by: 'Day', descending: false }}
      nameOf={({ person, document }) => [document, person].filter(Boolean).join(', ')}
      notices={
        found && (
          <Sums title={`${texts.day} ${formatDay(found.day)}`}>
            <Sum label={texts.debtors} rand={found.debtors} />
            <Sum label={texts.creditors} rand={found.creditors} />
          </Sums>
        )
      }
    />
  );
}

const columns: readonly Column<Balance>[] = [
  {
    header: 'Person',
    sortBy: 'Person',
    card: 'title',
    cell: ({ person }) => person || texts.deleted,
  },
  {
    header: 'Document',
    cell: (row) => (
      <TwoLines first={<DocumentLink {...row} />} second={balanceRowNames[row.kind]} />
    ),
  },
  {
    header: 'Day',
    sortBy: 'Day',
    cell: ({ day, age }) => <TwoLines first={formatDay(day)} second={counted(age, 'day')} />,
  },
  {
    header: 'Amount',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount }) => <span className={styles.amount}>{formatFigure(amount)}</span>,
  },
];

const filters: readonly Filter<Name>[] = [
  { kind: 'day', name: 'day', label: texts.day },
  {
    kind: 'segmented',
    name: 'kind',
    label: texts.kind,
    options: Object.entries(balanceNames).map(([value, label]) => ({ value, label })),
  },
];
