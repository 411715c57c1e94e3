import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import { getMonthEnd, type MonthEnd } from '#contract/month-end/endpoints.ts';
import {
  type Exception,
  exceptionNames,
  exceptionTexts as texts,
  searchExceptions,
} from '#contract/month-end/exceptions.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { call } from '#web/api/call.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import styles from './cash-book.module.css';
import { monthEndKey } from './month-end-key.ts';
import { periodChoices } from './period-choices.ts';

type Name = 'period' | 'what';

const search = searching(searchExceptions);

/** What a reviewer looks at first. product-rules 24. */
export function ExceptionsPage() {
  const { data } = useQuery({
    queryKey: monthEndKey,
    queryFn: ({ signal }) => call(getMonthEnd, { signal }),
  });
  return (
    <AdminList<Exception, Name>
      title={texts.heading}
      searchHint="Person, name or number"
      cacheKey="exceptions"
      load={search}
      texts={texts}
      columns={columns}
      filters={filtersOf(data)}
      defaultSort={{ by: 'At', descending: true }}
      nameOf={({ what, about }) => `${exceptionNames[what]} ${about}`}
    />
  );
}

const columns: readonly Column<Exception>[] = [
  {
    header: 'When',
    sortBy: 'At',
    cell: ({ at, byName }) => <TwoLines first={formatMoment(at)} second={byName} />,
  },
  {
    header: 'What',
    card: 'title',
    cell: ({ what, about }) => <TwoLines first={exceptionNames[what]} second={about} />,
  },
  { header: 'Reason', cell: ({ reason }) => reason },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) =>
      amount !== null && <span className={styles.amount}>{formatFigure(amount)}</span>,
  },
];

function filtersOf(monthEnd: MonthEnd | undefined): readonly Filter<Name>[] {
  const kinds = Object.entries(exceptionNames).map(([value, label]) => ({ value, label }));
  return [
    {
      kind: 'choice',
      name: 'period',
      label: texts.period,
      options: periodChoices(monthEnd),
      all: texts.thisYear,
    },
    { kind: 'choice', name: 'what', label: texts.what, options: kinds },
  ];
}
