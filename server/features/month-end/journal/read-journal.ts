import { type RawBuilder, sql } from 'kysely';
import { type Day, formatMonth } from '#contract/days.ts';
import {
  type Account,
  type AccountKindName,
  accountKindNames,
  type Accounts,
} from '#contract/month-end/accounts.ts';
import { firstDayOf, lastDayOf } from '#contract/month-end/periods.ts';
import type { AccountKind } from '#server/features/ledger/accounts.ts';
import { type EntryKind, sqlPaymentOf } from '#server/features/ledger/post.ts';
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
  /** What tells it from the others in a code: the last four digits, and a letter if an earlier account has them. */
  bankCode: string | null;
  /** The program splits the VAT. On a line without its VAT, or on the invoice basis, it must not. */
  containsVat: boolean;
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
  vat: 'receipts',
  'line-undone': 'undone',
  payout: 'bank',
  deposited: 'bank',
  moved: 'bank',
  charge: 'bank',
  transfer: 'bank',
  elsewhere: 'bank',
  'card-fee': 'bank',
  'cash-difference': 'bank',
  opening: 'opening',
  brought: 'opening',
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
  vat: 'vat',
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
  bankCode: string | null;
  containsVat: boolean;
  cents: number;
}

/** The ledger, one entry for each day and group of kinds. */
export async function readJournal(db: Db, months: readonly MonthFigures[]): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for (const figures of months) {
    const [first, last] = [firstDayOf(figures.month), lastDayOf(figures.month)];
    const { rows } = await sql<DayRow>`
      SELECT e.booked_on AS day, e.kind, l.account, a.bank || ' ' || a.number AS "bankAccount",
        right(a.number, 4) || CASE WHEN a.place > 1 THEN chr(64 + a.place::integer) ELSE '' END AS "bankCode",
        l.account IN ('membership', 'invoice') AND ${containsVat(figures)} AS "containsVat",
        sum(l.cents)::bigint AS cents
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      LEFT JOIN (
        SELECT *, row_number() OVER (PARTITION BY right(number, 4) ORDER BY created_at, id) AS place
        FROM bank_accounts
      ) AS a ON a.id = l.of_id AND l.account = 'bank'
      WHERE e.booked_on BETWEEN ${first} AND ${last} AND NOT (${isJournalled})
      GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1`.execute(db);
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

/**
 * Income has its VAT if nobody has answered on which basis it is posted. On the payments basis only a payment of an earlier
 * month that was posted whole is taken back whole.
 */
function containsVat({ month, vatBasis = null }: MonthFigures): RawBuilder<unknown> {
  if (vatBasis === null) return sql`true`;
  if (vatBasis === 'invoices') return sql`false`;
  return sql`e.kind IN ('undone', 'released', 'returned') AND EXISTS (
    SELECT FROM payments AS p JOIN ledger_entries AS f ON f.source_id = p.id AND f.kind IN ('received', 'carried')
    WHERE p.id = ${sqlPaymentOf('e.source_id')}
      AND p.vat_cents <> 0 AND f.booked_on < ${firstDayOf(month)} AND NOT EXISTS (
        SELECT FROM ledger_entries AS o JOIN ledger_lines AS v ON v.entry_id = o.id AND v.account = 'vat'
        WHERE o.source_id = p.id))`;
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
  const unposted = accounts === undefined ? fees.cents + (fees.machine ?? 0) + fees.late : 0;
  const row = (account: AccountKind, cents: number) => ({
    account,
    cents,
    bankAccount: null,
    bankCode: null,
    containsVat: account === 'membership' && (figures.vatBasis ?? null) === null,
  });
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
  rows: readonly Omit<DayRow, 'day' | 'kind'>[],
): JournalLine[] {
  const sums = new Map<string, Omit<JournalLine, 'entry' | 'day' | 'about'>>();
  for (const { account, cents, ...row } of rows) {
    const key = `${account} ${row.bankAccount ?? ''} ${row.containsVat}`;
    const sum = sums.get(key)?.cents ?? 0;
    sums.set(key, { ...row, account: accountNames[account], cents: sum + cents });
  }
  return [...sums.values()]
    .filter(({ cents }) => cents !== 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((sum) => ({ ...entry, ...sum }));
}

const placeOf = ({ account }: Pick<JournalLine, 'account'>) => accountKindNames.indexOf(account);

/** The account of the accounting program. A further bank account has the last digits of its number. */
export function programAccount(
  {
    account,
    bankAccount,
    bankCode,
    codes,
  }: Pick<JournalLine, 'account' | 'bankAccount' | 'bankCode' | 'codes'>,
  accounts: Accounts,
): Account {
  // A kind of account of a later version has none in an older month.
  const stored: Partial<Accounts> = codes?.accounts ?? {};
  const { code, name } = stored[account] ?? accounts[account];
  if (bankAccount === null) return { code, name };
  return { code: `${code}-${bankCode ?? ''}`, name: `${name} ${bankAccount}` };
}
