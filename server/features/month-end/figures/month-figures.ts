import type { Day } from '#contract/days.ts';
import { addDays } from '#contract/calendar.ts';
import type { MonthEndSettings } from '#contract/month-end/endpoints.ts';
import { addMonths, firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { VatBasis } from '#contract/vat.ts';
import { type AccountFigures, readAccounts } from './read-accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type BankFigures, type BankLines, noLines, readBank } from './read-bank.ts';
import { type Balance, readCreditsOn, readOwedOn } from './read-balances.ts';
import { type CardFees, readCardFees, readComparedTo } from './read-card-fees.ts';
import { type CashCount, readCashCount } from './read-cash-count.ts';
import { type PayfastControl, readPayfastControl } from './read-payfast-control.ts';
import { type Counted, readLate } from './read-counted.ts';
import {
  type DeferredFigures,
  type DeferredMovement,
  readDeferred,
  readReleased,
} from './read-deferred.ts';
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
  /** Null if it is not wanted. */
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

/** The figures of a month as the books are now. Call it in a snapshot, or while nothing is booked. */
export async function readMonthFigures(db: Db, month: Month): Promise<MonthFigures> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const before = addDays(first, -1);
  const [settings, company] = await Promise.all([
    db.selectFrom('book_settings').select('shows_deferred').executeTakeFirstOrThrow(),
    db
      .selectFrom('company_info')
      .select(['vat_number', 'vat_basis', 'vat_basis_from'])
      .executeTakeFirst(),
  ]);
  const owed = await readOwedOn(db, last);
  const closedBefore = await readClosedFigures(db, addMonths(month, -1));
  const late = await readLate(db, closedBefore);
  const fees = await readCardFees(db, first, last);
  const bank = await readBank(db, {
    first,
    last,
    late: late.bank,
    before: closedBefore?.bank ?? [],
  });
  const isAfterClosed = closedBefore !== null;
  const readWanted = async () => {
    if (settings.shows_deferred) return readDeferred(db, { first, last, isAfterClosed });
    return isAfterClosed ? readReleased(db, first) : null;
  };
  return {
    month,
    movements: await readMovements(db, first, last),
    donationCount: await readDonationCount(db, first, last),
    credits: {
      opening: await readCreditsOn(db, before),
      closing: await readCreditsOn(db, last),
    },
    owed: { opening: sum(await readOwedOn(db, before)), closing: sum(owed) },
    owedByAge: byAge(owed, last),
    paidEarly: sum(owed.filter(({ cents }) => cents < 0)),
    vatNumber: company?.vat_number ?? '',
    vatBasis: (company?.vat_basis_from ?? first) <= first ? (company?.vat_basis ?? null) : null,
    deferred: await readWanted(),
    fees: { ...fees, coveredTo: await readComparedTo(db) },
    bank,
    accounts: await readAccounts(db, {
      first,
      last,
      before: closedBefore?.accounts ?? null,
    }),
    cashCount: await readCashCount(db, first, last),
    payfast: await readPayfastControl(db, last),
    counted: [...late.counted, { month, bank: linesByAccount(bank) }],
  };
}

/** Null if the month is open. */
async function readClosedFigures(db: Db, month: Month): Promise<StoredFigures | null> {
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

/** The figures of months that follow each other. Balances open with the first and close with the last. */
export function combineMonths(months: [MonthFigures, ...MonthFigures[]]): MonthFigures {
  const [first] = months;
  const last = months.at(-1) ?? first;
  const span = (of: (figures: MonthFigures) => Balance): Balance => ({
    opening: of(first).opening,
    closing: of(last).closing,
  });
  return {
    ...last,
    movements: months.flatMap(({ movements }) => movements),
    donationCount: months.reduce((total, { donationCount }) => total + donationCount, 0),
    credits: span(({ credits }) => credits),
    owed: span(({ owed }) => owed),
    deferred: combineDeferred(months.flatMap(({ deferred }) => deferred ?? [])),
    fees: {
      cents: months.reduce((total, { fees }) => total + fees.cents, 0),
      late: months.reduce((total, { fees }) => total + fees.late, 0),
      coveredTo: last.fees.coveredTo,
    },
    bank: combineBank(months),
    ...combineAccounts(months),
  };
}

/** Of the months that have it: it may be wanted from the middle of a year on. */
function combineDeferred(months: DeferredFigures[]): DeferredFigures | null {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const all = (of: (moved: DeferredMovement) => number) =>
    months.reduce((total, { moved }) => total + of(moved), 0);
  return {
    opening: first.opening,
    closing: last.closing,
    moved: {
      added: all(({ added }) => added),
      passed: all(({ passed }) => passed),
      late: all(({ late }) => late),
      released: all(({ released = 0 }) => released),
    },
  };
}

function combineBank(months: MonthFigures[]): BankFigures[] {
  const accounts = new Map<string, BankFigures>();
  for (const { bank } of months) {
    for (const account of bank) {
      const known = accounts.get(account.id);
      accounts.set(account.id, {
        ...account,
        opening: known === undefined ? account.opening : known.opening,
        moneyIn: account.moneyIn + (known?.moneyIn ?? 0),
        moneyOut: account.moneyOut + (known?.moneyOut ?? 0),
        fees: account.fees + (known?.fees ?? 0),
        payouts: account.payouts + (known?.payouts ?? 0),
        charges: account.charges + (known?.charges ?? 0),
        dismissed: account.dismissed + (known?.dismissed ?? 0),
        open: account.open + (known?.open ?? 0),
        ...addApart(account, known),
        late: addLines(account.late, known?.late),
      });
    }
  }
  return [...accounts.values()];
}

/** Missing, if a month has none. */
function combineAccounts(months: readonly MonthFigures[]): Pick<MonthFigures, 'accounts'> {
  const accounts = new Map<string, AccountFigures>();
  for (const month of months) {
    if (month.accounts === undefined) return {};
    for (const account of month.accounts) {
      const key = `${account.account} ${account.of ?? ''}`;
      const known = accounts.get(key);
      accounts.set(key, {
        ...account,
        opening: known?.opening ?? account.opening,
        debits: account.debits + (known?.debits ?? 0),
        credits: account.credits + (known?.credits ?? 0),
      });
    }
  }
  return { accounts: [...accounts.values()] };
}

function linesByAccount(bank: BankFigures[]): Record<string, BankLines> {
  return Object.fromEntries(
    bank.map(({ id, moneyIn, moneyOut, lineFees }) => [id, { moneyIn, moneyOut, fees: lineFees }]),
  );
}

function addApart({ apart }: BankFigures, known?: BankFigures): Pick<BankFigures, 'apart'> {
  if (known === undefined || apart === undefined) return apart === undefined ? {} : { apart };
  if (known.apart === undefined) return {};
  const { dismissedIn, dismissedOut, interest, charged } = known.apart;
  return {
    apart: {
      dismissedIn: apart.dismissedIn + dismissedIn,
      dismissedOut: apart.dismissedOut + dismissedOut,
      interest: apart.interest + interest,
      charged: apart.charged + charged,
    },
  };
}

function addLines(one: BankLines, other = noLines): BankLines {
  return {
    moneyIn: one.moneyIn + other.moneyIn,
    moneyOut: one.moneyOut + other.moneyOut,
    fees: one.fees + other.fees,
  };
}
