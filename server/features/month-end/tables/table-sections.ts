import { counted } from '#contract/counting.ts';
import { addMonths as addMonthsToDay } from '#contract/calendar.ts';
import { type Day, formatDay, formatMonth } from '#contract/days.ts';
import type { FigureLine, FigureRow, FigureSection } from '#contract/month-end/endpoints.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import { addMonths, type Month } from '#contract/month-end/periods.ts';
import { accountClasses, byChart } from '#server/features/ledger/accounts.ts';
import { fact, filterOf } from '../figures/figure-lines.ts';
import type { MonthFigures } from '../figures/month-figures.ts';
import type { MembershipFigures } from './read-membership.ts';
import type { Result } from './read-results.ts';

const rand = (cents: number) => cents / 100 || 0;

type Amount = Exclude<keyof Result, 'account' | 'of' | 'name'>;

export interface PeriodDays {
  /** Today, while the period runs. */
  upTo?: Day | null;
  /** The first month of the books. */
  begun?: Month | null;
}

function columnsOf(month: Month, isYear: boolean, upTo: Day | null): [string, Amount][] {
  const until = (label: string, day: Day | null) =>
    day === null ? label : `${label}, up to ${formatDay(day)}`;
  const yearBefore = upTo === null ? null : addMonthsToDay(upTo, -12);
  if (isYear) {
    return [
      [until('This year', upTo), 'month'],
      [until('Year before', yearBefore), 'yearBefore'],
    ];
  }
  return [
    [formatMonth(month), 'month'],
    [formatMonth(addMonths(month, -1)), 'monthBefore'],
    [until(formatMonth(addMonths(month, -12)), yearBefore), 'yearBefore'],
    ['Financial year so far', 'soFar'],
  ];
}

/** Income and expenses of the ledger. Of a year only beside the year before. */
export function resultSection(
  figures: MonthFigures,
  isYear: boolean,
  { upTo = null, begun = null }: PeriodDays,
): FigureSection[] {
  const { month, results } = figures;
  if (results === undefined) return [];
  const columns = columnsOf(month, isYear, upTo);
  const isPart = isYear && begun !== null && begun > addMonths(month, -23);
  const began = isPart ? ` The books began in ${formatMonth(begun)}.` : '';
  const amounts = (rows: readonly Result[], sign: 1 | -1) =>
    columns.map(([, of]) => rand(sign * rows.reduce((total, row) => total + row[of], 0)));
  const part = (ofClass: 'income' | 'expenses', label: string, sign: 1 | -1): FigureRow[] => {
    const rows = results
      .filter(({ account }) => accountClasses[account] === ofClass)
      .toSorted(byChart);
    return [
      ...rows.map((row): FigureRow => ({
        label: accountTitle(row.account, row.name),
        amounts: amounts([row], sign),
        style: 'plain',
        movements: filterOf(row),
      })),
      { label, amounts: amounts(rows, sign), style: 'sum' },
    ];
  };
  return [
    {
      title: 'Income and expenses',
      note: withDeferred(`By the day of booking, as the accounts have them.${began}`, figures),
      table: {
        unit: 'rand',
        columns: columns.map(([label]) => label),
        rows: [
          ...part('income', 'Income', 1),
          ...part('expenses', 'Expenses', -1),
          { label: 'Result', amounts: amounts(results, 1), style: 'sum' },
        ],
      },
      lines: [],
    },
  ];
}

/** Only closing posts fees of later days. Open months have them all the same. */
function withDeferred(note: string, { deferred, codes }: MonthFigures): string {
  if (deferred === null || codes !== undefined) return note;
  return `${note} Fees for later days are taken out as if each open month were closed now.`;
}

const changes = {
  joined: 'Joined',
  renewed: 'Renewed',
  cameBack: 'Came back',
  lapsed: 'Lapsed',
  members: 'At the end',
} as const satisfies Partial<Record<keyof MembershipFigures, string>>;
type Change = keyof typeof changes;

/** By the member type of the period. */
export function membershipSection({ membership, membersLate = 0 }: MonthFigures): FigureSection[] {
  if (!membership || membership.length === 0) return [];
  const names = Object.keys(changes) as Change[];
  const of = (rows: readonly MembershipFigures[]) =>
    names.map((name) => rows.reduce((total, row) => total + row[name], 0));
  return [
    {
      title: 'Members',
      note: 'People with a membership period, by its type. Renewed: from the day after the last period. Came back: after days without one. Lapsed: no period followed on the next day.',
      table: {
        unit: 'people',
        columns: Object.values(changes),
        rows: [
          ...membership.map((type): FigureRow => ({
            label: type.name,
            amounts: of([type]),
            style: 'plain',
          })),
          { label: 'All members', amounts: of(membership), style: 'sum' },
        ],
      },
      lines: lateLine(membersLate),
    },
  ];
}

function lateLine(late: number): FigureLine[] {
  if (late === 0) return [];
  const label = late > 0 ? 'Recorded late' : 'Removed since';
  return [fact(`${label}, in closed months`, counted(Math.abs(late), 'member'))];
}

/** Every account, with debits above zero. */
export function trialBalanceSection(figures: MonthFigures): FigureSection[] {
  const { accounts = [] } = figures;
  if (accounts.length === 0) return [];
  const posted = accounts.map(({ entered = 0, ...row }) => ({
    ...row,
    debits: row.debits + Math.max(entered, 0),
    credits: row.credits + Math.min(entered, 0),
  }));
  const amountsOf = (rows: typeof posted) =>
    (['opening', 'debits', 'credits', 'closing'] as const).map((of) =>
      rand(rows.reduce((total, row) => total + row[of], 0)),
    );
  return [
    {
      title: 'Trial balance',
      note: withDeferred(
        'Every account of the ledger. Debits are above zero, credits below. Income and expenses are carried on from the first day of the books: no year end is posted.',
        figures,
      ),
      table: {
        unit: 'rand',
        columns: ['At the beginning', 'Debits', 'Credits', 'At the end'],
        rows: [
          ...posted.toSorted(byChart).map((row): FigureRow => ({
            label: accountTitle(row.account, row.name),
            amounts: amountsOf([row]),
            style: 'plain',
          })),
          { label: 'All accounts', amounts: amountsOf(posted), style: 'sum' },
        ],
      },
      lines: [],
    },
  ];
}
