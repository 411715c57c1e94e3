import { formatDay } from '#contract/days.ts';
import type { MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words, signedRand } from '#contract/bank-matching/page-texts.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { MarkedText } from './marked-text.tsx';

/** The line as the bank has it. */
export function LineFacts({ line }: { line: MoneyLine }) {
  const { day, amount, open, text, reference, account, state } = line;
  const isPart = state === 'open' && open !== amount;
  return (
    <DefinitionList
      facts={[
        { label: words.day, value: formatDay(day) },
        { label: words.amount, value: signedRand(amount) },
        ...(isPart ? [{ label: words.openAmount, value: signedRand(open) }] : []),
        { label: words.text, value: <MarkedText text={text} /> },
        ...(reference === '' ? [] : [{ label: words.reference, value: reference }]),
        { label: words.account, value: account },
      ]}
    />
  );
}
