import { sql } from 'kysely';
import { type Day, formatMonth } from '#contract/days.ts';
import { type AccountKindName, accountKindNames } from '#contract/month-end/accounts.ts';
import { firstDayOf, lastDayOf } from '#contract/month-end/periods.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { MonthFigures } from '../figures/month-figures.ts';
import type { IncomeKind } from '../figures/read-movements.ts';

/** The lines of an entry add up to nothing. */
export interface JournalLine {
  /** The same for the lines of one entry. */
  entry: string;
  day: Day;
  about: string;
  account: AccountKindName;
  /** A debit, or less than nothing for a credit. */
  cents: number;
}

interface DayRow {
  day: Day;
  kind: IncomeKind | null;
  method: string | null;
  money: number;
  income: number;
  credits: number;
  other: number;
}

/** One entry for each day, and at the end of a month one for the fees and one for deferred income. */
export async function readJournal(db: Db, months: readonly MonthFigures[]): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const figures of months) {
    const [first, last] = [firstDayOf(figures.month), lastDayOf(figures.month)];
    const { rows } = await sql<DayRow>`
      SELECT booked_on AS day, income_kind AS kind, method, sum(money_cents) AS money,
        sum(income_cents) AS income, sum(credits_cents) AS credits, sum(other_cents) AS other
      FROM bookings WHERE booked_on BETWEEN ${first} AND ${last}
      GROUP BY 1, 2, 3 ORDER BY 1`.execute(db);
    lines.push(...dayEntries(rows), ...monthEntries(figures, last));
  }
  return lines;
}

function dayEntries(rows: DayRow[]): JournalLine[] {
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, ofDay]) =>
    entryOf({ entry: day, day, about: 'Membership office' }, ofDay.flatMap(postings)),
  );
}

type Posting = [account: AccountKindName, cents: number];

function postings({ kind, method, money, income, credits, other }: DayRow): Posting[] {
  return [
    [accountOf(method), money],
    [kind ?? 'invoice', -income],
    ['credits', -credits],
    ['dealtWith', -other],
  ];
}

function accountOf(method: string | null): AccountKindName {
  if (method === 'Cash') return 'cash';
  if (method === 'Credit Card') return 'card';
  return method === 'EFT' || method === null ? 'bank' : 'transfer';
}

function monthEntries({ month, fees, deferred }: MonthFigures, day: Day): JournalLine[] {
  const change = deferred === null ? 0 : deferred.closing - deferred.opening;
  return [
    ...entryOf({ entry: `${month}-fees`, day, about: `Card fees of ${formatMonth(month)}` }, [
      ['fees', fees.cents + fees.late],
      ['card', -fees.cents - fees.late],
    ]),
    ...entryOf(
      { entry: `${month}-deferred`, day, about: `Fees for days after ${formatMonth(month)}` },
      [
        ['membership', change],
        ['deferred', -change],
      ],
    ),
  ];
}

/** One line for each account of the entry, in the order of the accounts, without those that cancel out. */
function entryOf(
  entry: Pick<JournalLine, 'entry' | 'day' | 'about'>,
  parts: Posting[],
): JournalLine[] {
  return accountKindNames.flatMap((account) => {
    const cents = parts
      .filter(([name]) => name === account)
      .reduce((sum, [, part]) => sum + part, 0);
    return cents === 0 ? [] : [{ ...entry, account, cents }];
  });
}
