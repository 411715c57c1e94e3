import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { BalanceCheck } from '#contract/bank-statements/layouts.ts';
import type { CsvLayout } from './layouts/csv-layout.ts';
import type { StatementLine } from './statement.ts';

/** A row with a balance, in the order of the file. Rows without a movement count too. */
export interface BalanceRow {
  row: number;
  amountCents: number;
  feeCents: number;
  balanceCents: number | null;
}

interface Figures {
  rows: BalanceRow[];
  openingCents: number | null;
  closingCents: number | null;
  /** Decides if the balances follow in both orders, as those of a payment and its reversal do. */
  newestFirst?: boolean;
}

export interface CheckedBalance {
  balance: BalanceCheck;
  warning: string | null;
  openingCents: number | null;
  closingCents: number | null;
}

/** Says whether the balances follow from the amounts: line by line if each line has one, else over the whole file. */
export function checkBalance(figures: Figures): CheckedBalance {
  const { rows, openingCents, closingCents } = figures;
  const none = { balance: 'none', warning: null, openingCents, closingCents } as const;
  const [only] = rows;
  // One line proves nothing, but says where the file begins and ends. A fee may be in the balance or not.
  if (
    rows.length === 1 &&
    only?.balanceCents != null &&
    openingCents === null &&
    closingCents === null
  ) {
    const opening = only.feeCents === 0 ? only.balanceCents - only.amountCents : null;
    return { ...none, openingCents: opening, closingCents: only.balanceCents };
  }
  if (rows.length > 1 && rows.every(({ balanceCents }) => balanceCents !== null)) {
    return checkLines(figures);
  }
  if (openingCents === null || closingCents === null) return none;
  const sums = [false, true].map((withFees) =>
    rows.reduce((sum, row) => sum + changeOf(row, withFees), openingCents),
  );
  if (sums.includes(closingCents)) return { ...none, balance: 'sum' };
  return { ...none, balance: 'failed', warning: bankTexts.sumDiffers };
}

/** The days say it, or the layout if all lines are of one day. */
export function isNewestFirst(
  lines: readonly Pick<StatementLine, 'day'>[],
  layout: Pick<CsvLayout, 'newestFirst'>,
): boolean {
  const [first = '', last = ''] = [lines.at(0)?.day, lines.at(-1)?.day];
  return first === last ? layout.newestFirst === true : first > last;
}

function changeOf({ amountCents, feeCents }: BalanceRow, withFees: boolean): number {
  return amountCents + (withFees ? feeCents : 0);
}

/** Banks list the oldest or the newest first, and have fees in the balance or in a line of their own. */
function checkLines({
  rows,
  openingCents: opening,
  closingCents: closing,
  newestFirst = false,
}: Figures): CheckedBalance {
  const ways = [newestFirst, !newestFirst].flatMap((isReversed) => {
    const ordered = isReversed ? rows.toReversed() : rows;
    return [false, true].map((withFees) => ({
      ordered,
      withFees,
      broken: brokenRows(ordered, withFees),
    }));
  });
  const [best] = ways.toSorted((one, other) => one.broken.length - other.broken.length);
  const [first, last] = [best?.ordered.at(0), best?.ordered.at(-1)];
  if (best === undefined || first === undefined || last === undefined) {
    return { balance: 'none', warning: null, openingCents: opening, closingCents: closing };
  }
  const openingCents = opening ?? (first.balanceCents ?? 0) - changeOf(first, best.withFees);
  const closingCents = closing ?? last.balanceCents;
  const ends = { openingCents, closingCents };
  const [broken] = best.broken;
  if (broken !== undefined) {
    return { balance: 'failed', warning: bankTexts.lineDiffers(broken.row), ...ends };
  }
  const startsThere = openingCents + changeOf(first, best.withFees) === first.balanceCents;
  if (!startsThere || closingCents !== last.balanceCents) {
    return { balance: 'failed', warning: bankTexts.sumDiffers, ...ends };
  }
  return { balance: 'lines', warning: null, ...ends };
}

/** Rows, the oldest first, whose balance does not follow from the one before. */
function brokenRows(rows: BalanceRow[], withFees: boolean): BalanceRow[] {
  return rows.filter((row, at) => {
    const before = rows[at - 1];
    if (before === undefined) return false;
    return (before.balanceCents ?? 0) + changeOf(row, withFees) !== row.balanceCents;
  });
}
