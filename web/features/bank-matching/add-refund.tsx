import { useState } from 'react';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { searchCredits } from '#contract/payments/credits.ts';
import { call } from '#web/api/call.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';
import { draft, type DraftPart } from './parts.ts';

interface Props {
  onAdd: (part: DraftPart) => void;
}

/** A refund that is recorded on the page Credits. */
export function AddRefund({ onAdd }: Props) {
  const [text, setText] = useState('');
  const { rows, status } = useRefunds(text);
  return (
    <ComboboxField
      label={words.findRefund}
      hint={words.findRefundHint}
      text={text}
      onText={setText}
      suggestions={rows.map(({ id, title, usedOn }) => ({ id, title, line: formatDay(usedOn) }))}
      onChoose={({ id }) => {
        const refund = rows.find((row) => row.id === id);
        if (refund === undefined) return;
        setText('');
        const { title, amount } = refund;
        onAdd(draft({ kind: 'refund', id, title }, amount));
      }}
      status={status}
    />
  );
}

const shown = 10;

function useRefunds(text: string) {
  return useSuggestions({
    text,
    queryKey: ['refunds'],
    search: async (typed, signal) => {
      const body = { text: typed, pageSize: shown };
      const pages = await Promise.all([
        call(searchCredits, { body, signal }),
        call(searchCredits, { body: { ...body, isUsed: true }, signal }),
      ]);
      return pages.flatMap(({ results }) =>
        results.flatMap(({ payer, uses }) =>
          uses
            .filter(({ kind, undoneBy }) => kind === 'refund' && undoneBy === null)
            .map(({ id, amount, usedOn }) => ({
              id,
              amount,
              usedOn,
              title: `Refund of ${formatRand(amount)} to ${payer}`,
            })),
        ),
      );
    },
    counted: ({ length }) => words.refundsFound(length),
  });
}
