import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { longestHeld } from '../tables/read-clearing.ts';
import type { MonthFigures } from './month-figures.ts';

/** Balances that nobody knows, cash below zero, and money that should have come to the bank. Of a month that is over: what ends before it does, so that lines and fees can be missing. */
export function coverageWarnings(
  { month, bank, fees, payfast, accounts, clearing = [] }: MonthFigures,
  today: Day,
): string[] {
  const last = lastDayOf(month);
  const unknown = bank.flatMap(({ name, lacksOpening }) =>
    lacksOpening === true ? [texts.noOpening(name)] : [],
  );
  const notDeposited = clearing.flatMap(({ account, heldCents, items: [oldest] }) =>
    oldest && heldCents > 0
      ? [texts.notDeposited(ledgerAccountNames[account], heldCents / 100, oldest.day)]
      : [],
  );
  const held = heldTooLong(payfast, today < last ? today : last);
  const cash = accounts?.find(({ account }) => account === 'cash')?.closing ?? 0;
  const missing = cash < 0 ? [texts.cashBelowZero(month, -cash / 100)] : [];
  const always = [...unknown, ...missing, ...held, ...notDeposited];
  if (today <= last) return always;
  const endsEarly = (day: Day | null): day is Day => day !== null && day < last;
  return [
    ...always,
    ...bank.flatMap(({ name, closing, coveredTo }) =>
      // An account that was closed has no statements any more.
      endsEarly(coveredTo) && closing !== 0 ? [texts.statementsEnd(month, name, coveredTo)] : [],
    ),
    ...(endsEarly(fees.coveredTo) ? [texts.listEnds(month, fees.coveredTo)] : []),
  ];
}

function heldTooLong(payfast: MonthFigures['payfast'], on: Day): string[] {
  const before = addDays(on, -longestHeld);
  const items = payfast?.items.filter(({ day }) => day < before) ?? [];
  const [oldest] = items;
  const cents = items.reduce((sum, item) => sum + item.cents, 0);
  return oldest && cents > 0 ? [texts.atPayfast(cents / 100, oldest.day)] : [];
}
