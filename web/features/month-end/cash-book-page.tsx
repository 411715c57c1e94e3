import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  accountGroups,
  fromCredits,
  type Movement,
  movementGroups,
  movementKinds,
  movementNames,
  ofServices,
  searchMovements,
} from '#contract/month-end/cash-book.ts';
import { cashBookTexts as texts } from '#contract/month-end/cash-book-texts.ts';
import { getMonthEnd, type MonthEnd } from '#contract/month-end/endpoints.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { formatRand } from '#contract/money.ts';
import { offeredMethods } from '#contract/payments/payment-details.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import styles from './cash-book.module.css';
import { DocumentLink } from './document-link.tsx';
import { monthEndKey } from './month-end-key.ts';
import { periodChoices } from './period-choices.ts';
import { Sum, Sums } from './sums.tsx';
import { withSums } from './with-sums.ts';

type Name = 'period' | 'account' | 'what' | 'method' | 'recordKind' | 'isLate';
type Found = ReplyOf<typeof searchMovements>;

const search = searching(searchMovements);

/** All movements of the ledger, by account and period. product-rules 24. */
export function CashBookPage() {
  const [found, setFound] = useState<Found | null>(null);
  const [load] = useState(() => withSums(search, setFound));
  const { data } = useQuery({
    queryKey: monthEndKey,
    queryFn: ({ signal }) => call(getMonthEnd, { signal }),
  });
  return (
    <AdminList<Movement, Name>
      title={texts.heading}
      searchHint="Name, number, bank text, amount"
      cacheKey="cash-book"
      load={load}
      texts={texts}
      columns={found?.opening == null ? columns : [...columns, balanceColumn]}
      filters={filtersOf(data)}
      defaultSort={{ by: 'BookedOn', descending: false }}
      nameOf={movementName}
      notices={found && <FoundSums found={found} />}
    />
  );
}

function FoundSums({
  found: { title, opening, entered, moneyIn, moneyOut, betweenIn, betweenOut, closing },
}: {
  found: Found;
}) {
  return (
    <Sums title={title}>
      {opening !== null && <Sum label={texts.opening} rand={opening} />}
      {entered !== 0 && <Sum label={texts.entered} rand={entered} />}
      <Sum label={texts.moneyIn} rand={moneyIn} />
      <Sum label={texts.moneyOut} rand={-moneyOut || 0} />
      {betweenIn !== 0 && <Sum label={texts.betweenIn} rand={betweenIn} />}
      {betweenOut !== 0 && <Sum label={texts.betweenOut} rand={-betweenOut} />}
      {closing !== null && <Sum label={texts.closing} rand={closing} />}
    </Sums>
  );
}

function movementName({ what, bookedOn, document, moneyIn, moneyOut }: Movement): string {
  const rand = formatRand(moneyIn ?? moneyOut ?? 0);
  return [movementNames[what], document, rand, formatDay(bookedOn)].filter(Boolean).join(', ');
}

function entryName({ what, entry }: Pick<Movement, 'what' | 'entry'>): string {
  if (entry !== null) return `Entry ${entry}`;
  return what === 'deferred' ? texts.notPosted : '';
}

const amount = (rand: number | null) =>
  rand === null ? null : <span className={styles.amount}>{formatFigure(rand)}</span>;

const columns: readonly Column<Movement>[] = [
  {
    header: 'Booked on',
    sortBy: 'BookedOn',
    cell: ({ bookedOn, day }) => (
      <TwoLines
        first={<span className={styles.day}>{formatDay(bookedOn)}</span>}
        second={bookedOn === day ? '' : `of ${formatDay(day)}`}
      />
    ),
  },
  {
    header: 'What',
    card: 'title',
    cell: ({ what, entry, method }) => (
      <TwoLines
        first={movementNames[what]}
        second={[entryName({ what, entry }), method].filter(Boolean).join(' · ')}
      />
    ),
  },
  {
    header: 'Document',
    cell: (movement) => (
      <TwoLines first={<DocumentLink {...movement} />} second={movement.person} />
    ),
  },
  {
    header: 'Account',
    cell: ({ accountName, bankLineId, bankLine }) => (
      <TwoLines
        first={accountName}
        second={
          bankLineId === null ? (
            bankLine
          ) : (
            <Link to={paths.bankLine(bankLineId)}>{bankLine || texts.bankLine}</Link>
          )
        }
      />
    ),
    narrow: 'below',
  },
  { header: 'In', align: 'end', cell: ({ moneyIn }) => amount(moneyIn) },
  { header: 'Out', align: 'end', cell: ({ moneyOut }) => amount(moneyOut) },
];
const balanceColumn: Column<Movement> = {
  header: 'Balance',
  align: 'end',
  cell: ({ balance }) => amount(balance),
};

function filtersOf(monthEnd: MonthEnd | undefined): readonly Filter<Name>[] {
  const { accounts = [] } = monthEnd ?? {};
  const groups = Object.entries(movementGroups).map(([value, { label }]) => ({ value, label }));
  const kinds = movementKinds.map((value) => ({ value, label: movementNames[value] }));
  return [
    {
      kind: 'choice',
      name: 'period',
      label: texts.period,
      options: periodChoices(monthEnd),
      all: texts.thisYear,
    },
    {
      kind: 'choice',
      name: 'account',
      label: texts.account,
      options: [{ value: 'all', label: accountGroups.all }, ...accounts],
      all: accountGroups.money,
    },
    { kind: 'choice', name: 'what', label: texts.what, options: [...groups, ...kinds] },
    {
      kind: 'choice',
      name: 'method',
      label: texts.method,
      options: [...offeredMethods, 'Pay Pal', ofServices, fromCredits].map((value) => ({
        value,
        label: value,
      })),
    },
    {
      kind: 'choice',
      name: 'recordKind',
      label: texts.document,
      options: [
        { value: 'invoice', label: texts.invoices },
        { value: 'donation', label: texts.donations },
      ],
    },
    {
      kind: 'choice',
      name: 'isLate',
      label: texts.late,
      options: [
        { value: 'yes', label: texts.bookedLate, sends: true },
        { value: 'no', label: texts.onTime, sends: false },
      ],
    },
  ];
}
