import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import {
  certainties,
  type MoneyLine,
  searchMoneyLines,
} from '#contract/bank-matching/endpoints.ts';
import {
  certaintyNames,
  matchingWords as words,
  signedRand,
} from '#contract/bank-matching/page-texts.ts';
import { call } from '#web/api/call.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Choice, Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { BookCertain } from './book-certain.tsx';
import { LineActions } from './line-actions.tsx';
import { lineColumns } from './line-columns.tsx';
import { moneyLinesKey } from './use-money-lines.ts';
import { WaitingMoney } from './waiting-money.tsx';

type Name = 'state' | 'certainty' | 'direction' | 'accountId' | 'statementId' | 'from' | 'to';

const load = searching(searchMoneyLines);

/** The inbox of money that nobody has booked yet. product-rules 25. */
export function BankMatchingPage() {
  const accounts = useAccounts();
  const [notices] = useState(() => <WaitingMoney />);
  return (
    <AdminList<MoneyLine, Name>
      title={words.heading}
      searchHint="Text, reference, amount"
      cacheKey={moneyLinesKey}
      load={load}
      texts={words}
      columns={lineColumns(accounts.length > 1)}
      filters={filtersWith(accounts)}
      defaultSort={{ by: 'Day', descending: false }}
      nameOf={lineName}
      actions={lineActions}
      notices={notices}
      tools={bookCertain}
    />
  );
}

function lineActions(line: MoneyLine, list: List) {
  return <LineActions line={line} list={list} />;
}

function bookCertain(list: List) {
  return <BookCertain list={list} />;
}

function lineName({ day, amount, text }: MoneyLine): string {
  return `${signedRand(amount)} on ${formatDay(day)}, ${text}`;
}

function useAccounts(): readonly Choice[] {
  const { data = [] } = useQuery({
    queryKey: ['bankAccounts'],
    queryFn: async ({ signal }) => {
      // Later: its texts are long, and the filters start closed.
      const { listBankAccounts } = await import('#contract/bank-statements/endpoints.ts');
      return call(listBankAccounts, { signal });
    },
  });
  return data.map(({ id, bank, number, name }) => ({
    value: id,
    label: words.accountOf(bank, number, name),
  }));
}

function filtersWith(accounts: readonly Choice[]): readonly Filter<Name>[] {
  return [
    {
      kind: 'segmented',
      name: 'state',
      label: words.show,
      all: words.lineStates.open,
      options: [
        { value: 'matched', label: words.lineStates.matched },
        { value: 'dismissed', label: words.lineStates.dismissed },
      ],
    },
    {
      kind: 'segmented',
      name: 'direction',
      label: words.direction,
      options: [
        { value: 'in', label: words.moneyIn },
        { value: 'out', label: words.moneyOut },
      ],
    },
    {
      kind: 'choice',
      name: 'certainty',
      label: words.certainty,
      options: certainties.map((value) => ({ value, label: certaintyNames[value] })),
    },
    { kind: 'choice', name: 'accountId', label: words.account, options: accounts },
    { kind: 'chip-id', name: 'statementId', label: words.ofStatement },
    { kind: 'day', name: 'from', label: 'From' },
    { kind: 'day', name: 'to', label: 'To' },
  ];
}
