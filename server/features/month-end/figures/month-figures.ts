import type { Day } from '#contract/days.ts';
import { addDays } from '#contract/calendar.ts';
import type { MonthEndSettings } from '#contract/month-end/endpoints.ts';
import { addMonths, firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { VatBasis } from '#contract/vat.ts';
import { type AccountFigures, readAccounts } from './read-accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BankLines } from './bank/bank-lines.ts';
import { type BankFigures, readBank } from './bank/read-bank.ts';
import { type LateLines, readLateLines } from './read-booked-lines.ts';
import { type Balance, readCreditsOn, readOwedOn, readSumOwedOn } from './read-balances.ts';
import { type CardFees, countUnknownFees, readCardFees, readComparedTo } from './read-card-fees.ts';
import { type CashCount, readCashCount } from './read-cash-count.ts';
import { type Clearing, longestHeld, readClearing } from '../tables/read-clearing.ts';
import { type PayfastControl, readPayfastControl } from './read-payfast-control.ts';
import { type Counted, readLate } from './bank/read-counted.ts';
import { countLate, type MembershipFigures, readMembership } from '../tables/read-membership.ts';
import { readResults, type Result } from '../tables/read-results.ts';
import type { UnpostedLine } from './read-unposted.ts';
import { type DeferredFigures, type OfType, readDeferred, readReleased } from './read-deferred.ts';
import { type Movement, readDonationCount, readMovements } from './read-movements.ts';

/** All cents. A closed month keeps them. product-rules 24. */
export interface MonthFigures {
  month: Month;
  movements: Movement[];
  donationCount: number;
  credits: Balance;
  owed: Balance;
  /** The amounts owed at the end, by age of the invoice in `ages`. */
  owedByAge: number[];
  /** Invoices that were paid before they were issued: less than nothing is owed. */
  paidEarly: number;
  /** Empty if the organisation is not registered. */
  vatNumber: string;
  /** On which basis VAT of the month is posted. Null or missing: nobody had answered it. */
  vatBasis?: VatBasis | null;
  /** Null if it is not wanted, or the month has not begun. */
  deferred: DeferredFigures | null;
  fees: CardFees;
  bank: BankFigures[];
  /** Each account of the ledger. Missing: the month was closed by a version without a ledger. */
  accounts?: AccountFigures[];
  /** Up to this month. */
  counted: Counted[];
  /** Null: nobody has counted in this month. Missing: an earlier version closed it, as of the next. */
  cashCount?: CashCount | null;
  payfast?: PayfastControl;
  /** Missing: an earlier version closed the month. */
  clearing?: Clearing[];
  /** Missing: an earlier version closed the month, as of the next. */
  results?: Result[];
  /** Up to today. Null: the month has not begun. */
  membership?: MembershipFigures[] | null;
  /** Members of closed months who were recorded after the closing of the month before. Missing: none. */
  membersLate?: number;
  /** Missing: an earlier version closed it. */
  lateLines?: LateLines[];
  /** At the closing, so that the journal stays. Missing: it is open, or an earlier version closed it. */
  codes?: Codes;
}

/** What the accounting program calls accounts and the tax. */
export type Codes = Pick<MonthEndSettings, 'accounts' | 'taxRate'>;

/** The check of the books before the month was closed. */
export interface BooksCheck {
  checkedUtc: string | null;
  failed: string[];
}

/** What a closed month keeps. */
export type StoredFigures = MonthFigures & { books: BooksCheck };

interface Reading {
  today?: Day;
  /** What is not posted of this month and open months before. The default: closing has posted it. */
  unposted?: readonly UnpostedLine[];
  /** Of `readOpenMonths`. The default: it is read. */
  deferred?: OfType[][] | undefined;
}

/** The figures of a month as the books are now. Call it in a snapshot, or while nothing is booked. */
export async function readMonthFigures(
  db: Db,
  month: Month,
  { today = lastDayOf(month), unposted = [], deferred }: Reading = {},
): Promise<MonthFigures> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const before = addDays(first, -1);
  const until = today < last ? today : last;
  const { settings, company } = await readBasics(db);
  const closedBefore = await readClosedFigures(db, addMonths(month, -1));
  const late = await readLate(db, closedBefore);
  const fees = await readCardFees(db, first, last);
  const bank = await readBank(db, {
    first,
    last,
    late: late.bank,
    stated: late.stated,
    before: closedBefore?.bank ?? [],
  });
  const isAfterClosed = closedBefore !== null;
  const readWanted = async () => {
    if (today < first) return null;
    const isNew = isAfterClosed && !isSpread(closedBefore);
    if (settings.shows_deferred)
      return readDeferred(db, { first, last, isAfterClosed, isNew }, deferred);
    return isAfterClosed ? readReleased(db, first) : null;
  };
  const membership = today < first ? null : await readMembership(db, first, until);
  const membersLate = countLate(membership, closedBefore?.membership);
  return {
    month,
    movements: await readMovements(db, first, last),
    donationCount: await readDonationCount(db, first, last),
    credits: {
      opening: await readCreditsOn(db, before),
      closing: await readCreditsOn(db, last),
    },
    ...(await readOwed(db, { before, last, until })),
    vatNumber: company?.vat_number ?? '',
    vatBasis: (company?.vat_basis_from ?? first) <= first ? (company?.vat_basis ?? null) : null,
    deferred: await readWanted(),
    fees: {
      ...fees,
      unknown: await countUnknownFees(db, first, last),
      coveredTo: await readComparedTo(db),
    },
    bank,
    accounts: await readAccounts(db, {
      first,
      last,
      before: closedBefore?.accounts ?? null,
      unposted,
    }),
    cashCount: await readCashCount(db, first, last),
    payfast: await readPayfastControl(db, last),
    clearing: await readClearing(db, { to: last, heldBefore: addDays(until, -longestHeld) }),
    results: await readResults(db, {
      month,
      yearEndMonth: settings.year_end_month,
      today,
      unposted,
    }),
    membership,
    ...(membersLate !== 0 && { membersLate }),
    lateLines: await readLateLines(db, first, last),
    counted: [...late.counted, { month, bank: linesByAccount(bank) }],
  };
}

async function readOwed(db: Db, { before, last, until }: Record<'before' | 'last' | 'until', Day>) {
  const owed = await readOwedOn(db, last);
  return {
    owed: { opening: await readSumOwedOn(db, before), closing: sum(owed) },
    owedByAge: byAge(owed, until),
    paidEarly: sum(owed.filter(({ cents }) => cents < 0)),
  };
}

async function readBasics(db: Db) {
  const [settings, company] = await Promise.all([
    db
      .selectFrom('book_settings')
      .select(['shows_deferred', 'year_end_month'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('company_info')
      .select(['vat_number', 'vat_basis', 'vat_basis_from'])
      .executeTakeFirst(),
  ]);
  return { settings, company };
}

/** Whether the month spread fees over their days. One that released them did not. */
const isSpread = ({ deferred }: MonthFigures) =>
  deferred !== null && deferred.moved.released === undefined;

/** Null if the month is open. */
export async function readClosedFigures(db: Db, month: Month): Promise<StoredFigures | null> {
  const row = await db
    .selectFrom('closed_months')
    .select('figures')
    .where('month', '=', firstDayOf(month))
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  return (row?.figures as StoredFigures | undefined) ?? null;
}

/** Days since the invoice was issued. */
export const ages = [
  { label: 'Up to 30 days old', upTo: 30 },
  { label: '31 to 60 days old', upTo: 60 },
  { label: '61 to 90 days old', upTo: 90 },
  { label: '91 to 120 days old', upTo: 120 },
  { label: 'Older than 120 days', upTo: Infinity },
] as const;

export function ageOf(issuedOn: Day, on: Day): number {
  const days = (Date.parse(on) - Date.parse(issuedOn)) / 86_400_000;
  return ages.findIndex(({ upTo }) => days <= upTo);
}

function byAge(owed: { issuedOn: Day; cents: number }[], on: Day): number[] {
  return ages.map((_, age) =>
    sum(owed.filter(({ cents, issuedOn }) => cents > 0 && ageOf(issuedOn, on) === age)),
  );
}

function sum(rows: { cents: number }[]): number {
  return rows.reduce((total, { cents }) => total + cents, 0);
}

function linesByAccount(bank: BankFigures[]): Record<string, BankLines> {
  return Object.fromEntries(
    bank.map(({ id, moneyIn, moneyOut, lineFees }) => [id, { moneyIn, moneyOut, fees: lineFees }]),
  );
}
