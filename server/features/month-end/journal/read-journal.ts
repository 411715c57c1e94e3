import { sql } from 'kysely';
import { type Day, formatMonth } from '#contract/days.ts';
import {
  type Account,
  type AccountKindName,
  accountKindNames,
  type Accounts,
} from '#contract/month-end/accounts.ts';
import { firstDayOf, lastDayOf } from '#contract/month-end/periods.ts';
import type { AccountKind } from '#server/features/ledger/accounts.ts';
import type { EntryKind } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Codes, MonthFigures } from '../figures/month-figures.ts';

/** The lines of an entry add up to nothing. */
export interface JournalLine {
  /** The same for the lines of one entry. */
  entry: string;
  day: Day;
  about: string;
  account: AccountKindName;
  /** Of a bank account that does not take EFT: "FNB 62001234567". */
  bankAccount: string | null;
  /** A debit, or less than nothing for a credit. */
  cents: number;
  /** Of a closed month: what its accounts were called then. */
  codes?: Codes;
}

type Group = 'receipts' | 'refunds' | 'undone' | 'bank' | 'opening' | 'deferred';

/** So that the receipts of a day are what the statement of the bank has. */
const groups: Record<EntryKind, Group> = {
  received: 'receipts',
  carried: 'receipts',
  kept: 'refunds',
  refunded: 'refunds',
  released: 'undone',
  undone: 'undone',
  'use-undone': 'undone',
  returned: 'undone',
  'line-undone': 'undone',
  payout: 'bank',
  deposited: 'bank',
  moved: 'bank',
  charge: 'bank',
  transfer: 'bank',
  elsewhere: 'bank',
  'card-fee': 'bank',
  opening: 'opening',
  deferred: 'deferred',
};

const abouts: Record<Group, string> = {
  receipts: 'Membership office: receipts',
  refunds: 'Membership office: refunds and credits kept',
  undone: 'Membership office: undone and taken back',
  bank: 'Membership office: bank and PayFast',
  opening: 'Membership office: opening balances',
  deferred: 'Membership office: fees for later days',
};

const accountNames: Record<AccountKind, AccountKindName> = {
  bank: 'bank',
  cash: 'cash',
  payfast: 'card',
  transfer: 'transfer',
  cardMachine: 'cardMachine',
  debitOrder: 'debitOrder',
  snapScan: 'snapScan',
  cheque: 'cheque',
  other: 'other',
  transit: 'transit',
  credits: 'credits',
  deferred: 'deferred',
  membership: 'membership',
  invoice: 'invoice',
  donation: 'donation',
  kept: 'dealtWith',
  interest: 'interest',
  charges: 'charges',
  fees: 'fees',
  elsewhere: 'elsewhere',
  opening: 'opening',
  conversion: 'conversion',
};

interface DayRow {
  day: Day;
  kind: EntryKind;
  account: AccountKind;
  bankAccount: string | null;
  cents: number;
}

/** The ledger, one entry for each day and group of kinds. */
export async function readJournal(db: Db, months: readonly MonthFigures[]): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const figures of months) {
    const [first, last] = [firstDayOf(figures.month), lastDayOf(figures.month)];
    const { rows } = await sql<DayRow>`
      SELECT e.booked_on AS day, e.kind, l.account, a.bank || ' ' || a.number AS "bankAccount",
        sum(l.cents)::bigint AS cents
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      LEFT JOIN bank_accounts AS a ON a.id = l.of_id AND l.account = 'bank'
      WHERE e.booked_on BETWEEN ${first} AND ${last} AND NOT (${isJournalled})
      GROUP BY 1, 2, 3, 4 ORDER BY 1`.execute(db);
    const byEntry = Map.groupBy(rows, ({ day, kind }) => `${day} ${groups[kind]}`);
    const ofMonth: JournalLine[] = [];
    for (const [entry, ofEntry] of byEntry) {
      const { day, kind } = ofEntry[0] ?? { day: first, kind: 'received' };
      ofMonth.push(...entryOf({ entry, day, about: abouts[groups[kind]] }, ofEntry));
    }
    ofMonth.push(...monthEntries(figures, last));
    const { codes } = figures;
    lines.push(...(codes === undefined ? ofMonth : ofMonth.map((line) => ({ ...line, codes }))));
  }
  return lines;
}

/** Card fees and deferred income of months that an earlier version closed: their journals had them. */
const isJournalled = sql`e.kind IN ('card-fee', 'opening') AND EXISTS (
  SELECT FROM ledger_lines AS c WHERE c.entry_id = e.id AND c.account = 'conversion')`;

/**
 * What closing a month posts, while it is open. Of a month that a version without a ledger closed: what its figures have
 * and the ledger then had not.
 */
function monthEntries(figures: MonthFigures, day: Day): JournalLine[] {
  const { month, fees, deferred, accounts } = figures;
  const isPosted = accounts !== undefined && 'books' in figures;
  const change = isPosted || deferred === null ? 0 : deferred.closing - deferred.opening;
  const unposted = accounts === undefined ? fees.cents + fees.late : 0;
  const row = (account: AccountKind, cents: number) => ({ account, cents, bankAccount: null });
  return [
    ...entryOf({ entry: `${month}-fees`, day, about: `Card fees of ${formatMonth(month)}` }, [
      row('fees', unposted),
      row('payfast', -unposted),
    ]),
    ...entryOf(
      { entry: `${month}-deferred`, day, about: `Fees for days after ${formatMonth(month)}` },
      [row('membership', change), row('deferred', -change)],
    ),
  ];
}

/** One line for each account of the entry, in the order of the accounts, without those that cancel out. */
function entryOf(
  entry: Pick<JournalLine, 'entry' | 'day' | 'about'>,
  rows: readonly Pick<DayRow, 'account' | 'bankAccount' | 'cents'>[],
): JournalLine[] {
  const sums = new Map<string, Pick<JournalLine, 'account' | 'bankAccount' | 'cents'>>();
  for (const { account, bankAccount, cents } of rows) {
    const key = `${account} ${bankAccount ?? ''}`;
    const sum = sums.get(key)?.cents ?? 0;
    sums.set(key, { account: accountNames[account], bankAccount, cents: sum + cents });
  }
  return [...sums.values()]
    .filter(({ cents }) => cents !== 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((sum) => ({ ...entry, ...sum }));
}

const placeOf = ({ account }: Pick<JournalLine, 'account'>) => accountKindNames.indexOf(account);

/** The account of the accounting program. A further bank account has the last digits of its number. */
export function programAccount(
  { account, bankAccount, codes }: Pick<JournalLine, 'account' | 'bankAccount' | 'codes'>,
  accounts: Accounts,
): Account {
  // A kind of account of a later version has none in an older month.
  const stored: Partial<Accounts> = codes?.accounts ?? {};
  const { code, name } = stored[account] ?? accounts[account];
  if (bankAccount === null) return { code, name };
  return { code: `${code}-${bankAccount.slice(-4)}`, name: `${name} ${bankAccount}` };
}
