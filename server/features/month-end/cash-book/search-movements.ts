import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf, type Day } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type Movement,
  type MovementKind,
  movementGroups,
  movementKinds,
  owedAccount,
  owedAccountName,
  type searchMovements,
} from '#contract/month-end/cash-book.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import {
  firstDayOf,
  formatPeriod,
  lastDayOf,
  monthOf,
  monthsOf,
  type Period,
  periodForm,
  yearOf,
} from '#contract/month-end/periods.ts';
import { inAndOut } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import {
  accountClasses,
  type AccountKind,
  sqlMoneyKinds,
} from '#server/features/ledger/accounts.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import { limitOffset } from '#server/platform/db/lists/list-query.ts';
import { type Listing, readByCursor } from '#server/platform/db/lists/listing.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readOwedOn } from '../figures/read-balances.ts';
import { readUnposted, type UnpostedLine } from '../figures/read-unposted.ts';
import { readSettings } from '../queries.ts';
import { detailsOf, ledgerLines, owedLines, sqlMethod, sqlText } from './movement-lines.ts';
import { readOpening, type SingleAccount } from './read-opening.ts';

type Filters = BodyOf<typeof searchMovements>;
type Reply = ReplyOf<typeof searchMovements>;

/** The movements of a period, the first one first. A balance needs one account with all of its movements. */
export function searchMovementRows(
  { db, at }: Pick<Context, 'db' | 'at'>,
  filters: Filters,
): Omit<Listing<Movement>, 'page'> & { page(): Promise<Reply> } {
  return {
    page: async () => {
      const asked = await prepare(db, filters, at);
      const { limit, offset } = limitOffset(filters);
      const { rows } = await sql<Partial<Row> & Sums>`
        WITH ${asked.matches}, page AS (
          SELECT * FROM matches ORDER BY ${asked.order} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT s.*, r.* FROM (
          SELECT count(*) AS total, coalesce(sum(greatest(cents, 0)), 0)::bigint AS "inCents",
            coalesce(sum(least(cents, 0)), 0)::bigint AS "outCents" FROM matches
        ) AS s LEFT JOIN (${detailsOf(sql`page`)}) AS r ON true
        ORDER BY ${asked.orderOfRows}`.execute(db);
      const { total = 0, inCents = 0, outCents = 0 } = rows[0] ?? {};
      const { opening } = asked;
      return {
        results: rows.flatMap((row) =>
          'key' in row && row.key !== null ? [onWire(row as Row)] : [],
        ),
        totalCount: total,
        title: asked.title,
        opening: opening === null ? null : opening / 100,
        moneyIn: inCents / 100,
        moneyOut: -outCents / 100 || 0,
        closing: opening === null ? null : (opening + inCents + outCents) / 100,
      };
    },
    async *every() {
      const asked = await prepare(db, filters, at);
      yield* readByCursor(
        db,
        sql<Row>`WITH ${asked.matches} SELECT r.* FROM (${detailsOf(sql`matches`)}) AS r
          ORDER BY ${asked.orderOfRows}`,
        onWire,
      );
    },
  };
}

interface Sums {
  total: number;
  inCents: number;
  outCents: number;
}

interface Row {
  key: string;
  entry: number | null;
  bookedOn: Day;
  day: Day;
  what: MovementKind;
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  recordId: string | null;
  person: string;
  account: AccountKind | typeof owedAccount;
  name: string | null;
  method: string | null;
  bankLineId: string | null;
  bankLine: string | null;
  cents: number;
  balance: number | null;
}

async function prepare(db: Db, filters: Filters, at: Date) {
  const { yearEndMonth } = await readSettings(db);
  const period = periodOf(filters, yearOf(monthOf(dayOf(at)), yearEndMonth));
  const months = monthsOf(period, yearEndMonth);
  const [first, last] = [firstDayOf(months[0] ?? ''), lastDayOf(months.at(-1) ?? '')];
  const account = accountOf(filters);
  const unposted = account.hasFees ? await readUnposted(db, { upTo: monthOf(last), at }) : [];
  const conditions = conditionsOf(filters, first);
  const isWhole = conditions.length === 0;
  const sign = signOf(account.single);
  const opening =
    isWhole && account.single !== null
      ? sign * (await openingOf(db, account.single, { first, unposted }))
      : null;
  const descending = filters.sortDescending === true;
  const balance =
    opening === null
      ? sql`NULL::bigint`
      : sql`(${opening} + sum(m.cents) OVER (ORDER BY ${orderBy('m', false)}))::bigint`;
  const all =
    account.single === owedAccount
      ? owedLines(first, last)
      : ledgerLines(account.where, sign, { first, last, unposted });
  const where = sql.join([sql`true`, ...conditions], sql` AND `);
  return {
    title: formatPeriod(period, yearEndMonth),
    opening,
    matches: sql`movements AS (${all}), matches AS MATERIALIZED (
      SELECT m.*, ${balance} AS balance FROM movements AS m WHERE ${where})`,
    order: orderBy('matches', descending),
    orderOfRows: orderBy('r', descending),
  };
}

/** Entries in the order in which they were posted; what changed invoices comes first on its day, what closing posts last. */
function orderBy(alias: string, descending: boolean): RawBuilder<unknown> {
  const of = (key: string) => sql.ref(`${alias}.${key}`);
  const keys = [
    of('booked_on'),
    sql`${of('what')} = 'deferred'`,
    ...['entry', 'change_id', 'account', 'of_id'].map(of),
  ];
  return sql.join(
    keys.map((key) => (descending ? sql`${key} DESC NULLS LAST` : sql`${key} NULLS FIRST`)),
  );
}

function periodOf({ period }: Filters, thisYear: Period): Period {
  return isGiven(period) && periodForm.test(period) ? period : thisYear;
}

interface Asked {
  where: RawBuilder<unknown>;
  /** Null: several accounts. */
  single: SingleAccount | typeof owedAccount | null;
  /** Closing a month posts to it. */
  hasFees: boolean;
}

/** An account that does not exist has no movements. */
function accountOf({ account }: Filters): Asked {
  const asked = isGiven(account) ? account : 'money';
  if (asked === 'all') return { where: sql`true`, single: null, hasFees: true };
  if (asked === 'money')
    return { where: sql`l.account IN ${sqlMoneyKinds}`, single: null, hasFees: false };
  if (asked === owedAccount) return { where: sql`true`, single: owedAccount, hasFees: false };
  const [kind = '', of] = asked.split(':');
  const hasFees = kind === 'membership' || kind === 'deferred';
  if (of !== undefined) {
    return {
      where: sql`l.account = ${kind} AND l.of_id::text = ${of}`,
      single: { kind: kind as AccountKind, of, isEvery: false },
      hasFees,
    };
  }
  // Fees are of several member types; the bank account that takes EFT has no id.
  const isBank = kind === 'bank';
  return {
    where: isBank ? sql`l.account = ${kind} AND l.of_id IS NULL` : sql`l.account = ${kind}`,
    single: { kind: kind as AccountKind, of: null, isEvery: !isBank },
    hasFees,
  };
}

/** What is earned comes in, although it is a credit of its account. */
function signOf(account: Asked['single']): 1 | -1 {
  if (account === null || account === owedAccount) return 1;
  return accountClasses[account.kind] === 'income' ? -1 : 1;
}

async function openingOf(
  db: Db,
  account: NonNullable<Asked['single']>,
  days: { first: Day; unposted: readonly UnpostedLine[] },
) {
  if (account !== owedAccount) return readOpening(db, account, days);
  const owed = await readOwedOn(db, addDays(days.first, -1));
  return owed.reduce((total, { cents }) => total + cents, 0);
}

function conditionsOf({ what, method, recordKind, isLate, text }: Filters, first: Day) {
  const kinds = isGiven(what) ? kindsOf(what) : null;
  return [
    ...(kinds === null ? [] : [sql<boolean>`m.what = ANY (${kinds})`]),
    ...(isGiven(recordKind) ? [sql<boolean>`m.record_kind = ${recordKind}`] : []),
    ...(isGiven(isLate) ? [sql<boolean>`(m.day < ${first}::date) = ${isLate}`] : []),
    ...(isGiven(method) ? [sql<boolean>`${sqlMethod} = ${method}`] : []),
    ...matchingWords(sqlText, text),
  ];
}

/** One that does not exist has no movements. */
function kindsOf(what: string): readonly MovementKind[] {
  const group = Object.entries(movementGroups).find(([name]) => name === what);
  return group?.[1].kinds ?? movementKinds.filter((kind) => kind === what);
}

function onWire(row: Row): Movement {
  const { entry, bookedOn, day, what, recordKind, recordId, person, cents, balance } = row;
  return {
    id: row.key,
    entry,
    bookedOn,
    day,
    what,
    document: documentOf(recordKind, row.recordNumber),
    recordKind,
    recordId,
    person,
    accountName: accountName(row),
    method: row.method ?? '',
    bankLineId: row.bankLineId,
    bankLine: row.bankLine ?? '',
    ...inAndOut(cents),
    balance: balance === null ? null : balance / 100,
  };
}

function accountName({ account, name }: Row): string {
  if (account === owedAccount) return owedAccountName;
  return accountTitle(account, name);
}
