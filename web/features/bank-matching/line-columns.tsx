import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay, formatMoment } from '#contract/days.ts';
import type { MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words, signedRand } from '#contract/bank-matching/page-texts.ts';
import { paths } from '#web/app/paths.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { ageOf } from './age-of.ts';
import styles from './bank-matching.module.css';
import { CertaintyBadge } from './certainty-badge.tsx';
import { partsInWords } from './in-words.ts';
import { MarkedText } from './marked-text.tsx';

/** With the account, if there are several. */
export function lineColumns(hasAccounts: boolean): readonly Column<MoneyLine>[] {
  return [dayColumn, textColumn(hasAccounts), amountColumn, suggestionColumn];
}

const dayColumn: Column<MoneyLine> = {
  header: words.day,
  sortBy: 'Day',
  cell: ({ day, state }) => (
    <span className={styles.day}>
      <TwoLines first={formatDay(day)} second={state === 'open' && words.age(ageOf(day))} />
    </span>
  ),
};

function textColumn(hasAccounts: boolean): Column<MoneyLine> {
  return {
    header: words.text,
    sortBy: 'Text',
    card: 'title',
    cell: ({ id, text, account }) => (
      <TwoLines
        first={
          <Link to={paths.bankLine(id)} className={styles.row}>
            <MarkedText text={text} />
          </Link>
        }
        second={hasAccounts && account}
      />
    ),
  };
}

const amountColumn: Column<MoneyLine> = {
  header: words.amount,
  sortBy: 'Amount',
  align: 'end',
  card: 'badge',
  cell: ({ amount, open, state }) => (
    <span className={styles.amount}>
      <TwoLines
        first={signedRand(amount)}
        second={state === 'open' && open !== amount && words.stillOpen(open)}
      />
    </span>
  ),
};

const suggestionColumn: Column<MoneyLine> = {
  header: words.suggestion,
  sortBy: 'Certainty',
  cell: (line) => <Suggested line={line} />,
};

/** What the line may be, or what became of it, and why. */
function Suggested({ line }: { line: MoneyLine }) {
  const { state, amount, suggestion, certainty, matches } = line;
  const isMoneyIn = amount > 0;
  if (state === 'dismissed') {
    const { dismissedReason, dismissedBy, dismissedUtc } = line;
    return (
      <TwoLines
        first={dismissedReason}
        second={words.bookedBy(dismissedBy ?? '', formatMoment(dismissedUtc ?? ''))}
      />
    );
  }
  const living = matches.filter(({ undoneUtc }) => undoneUtc === null);
  const last = living.at(-1);
  if (state === 'matched' && last) {
    return (
      <TwoLines
        first={partsInWords(living, isMoneyIn)}
        second={`${words.bookedBy(last.matchedBy, formatMoment(last.matchedUtc))}. ${last.why}`}
      />
    );
  }
  if (suggestion === null || suggestion.parts.length === 0)
    return (
      <WithBadge line={line} first="" second={suggestion?.why.join(' ') ?? words.noSuggestion} />
    );
  return (
    <WithBadge
      line={{ certainty }}
      first={partsInWords(suggestion.parts, isMoneyIn)}
      second={<Why sentences={suggestion.why} isCertain={certainty === 'certain'} />}
    />
  );
}

/** If it is certain, cut to one line until the row has the focus. Otherwise it may end with a warning. */
function Why({ sentences, isCertain }: { sentences: readonly string[]; isCertain: boolean }) {
  const all = sentences.join(' ');
  if (!isCertain) return all;
  return (
    <span className={styles.why} title={all}>
      {all}
    </span>
  );
}

interface WithBadgeProps {
  line: Pick<MoneyLine, 'certainty'>;
  first: ReactNode;
  second: ReactNode;
}

function WithBadge({ line, first, second }: WithBadgeProps) {
  return (
    <TwoLines
      first={
        <>
          <CertaintyBadge certainty={line.certainty} /> {first}
        </>
      }
      second={second}
    />
  );
}
