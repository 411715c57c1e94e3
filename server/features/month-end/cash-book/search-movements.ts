import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import {
  methodsOfFigure,
  type Movement,
  type MovementKind,
  movementGroups,
  movementKinds,
  owedAccount,
  type searchMovements,
} from '#contract/month-end/cash-book.ts';
import { monthOf } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { type AccountKind, sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { limitOffset } from '#server/platform/db/lists/list-query.ts';
import { type Listing, readByCursor } from '#server/platform/db/lists/listing.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readAskedPeriod } from '../asked-period.ts';
import { readOwedOn } from '../figures/read-balances.ts';
import { readUnposted, type UnpostedLine } from '../figures/read-unposted.ts';
import {
  betweenAccounts,
  detailsOf,
  ledgerLines,
  owedLines,
  sqlMethod,
  sqlText,
} from './movement-lines.ts';
import { movementOf, type MovementRow, orderBy, signOf } from './movement-row.ts';
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
      const { rows } = await sql<Partial<MovementRow> & Sums>`
        WITH ${asked.matches}, page AS (
          SELECT * FROM matches ORDER BY ${asked.order} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT s.*, o.*, r.* FROM (
          SELECT count(*) AS total, coalesce(sum(cents) FILTER (WHERE what = 'opening'), 0)::bigint AS "enteredCents",
            coalesce(sum(greatest(cents, 0)) FILTER (WHERE what <> 'opening'), 0)::bigint AS "inCents",
            coalesce(sum(least(cents, 0)) FILTER (WHERE what <> 'opening'), 0)::bigint AS "outCents" FROM matches
        ) AS s CROSS JOIN (${asked.between}) AS o LEFT JOIN (${detailsOf(sql`page`, at)}) AS r ON true
        ORDER BY ${asked.orderOfRows}`.execute(db);
      const { total = 0, enteredCents = 0, inCents = 0, outCents = 0 } = rows[0] ?? {};
      const { betweenInCents = 0, betweenOutCents = 0 } = rows[0] ?? {};
      const { opening } = asked;
      return {
        results: rows.flatMap((row) =>
          'key' in row && row.key !== null ? [movementOf(row as MovementRow)] : [],
        ),
        totalCount: total,
        title: asked.title,
        opening: opening === null ? null : opening / 100,
        entered: enteredCents / 100,
        moneyIn: (inCents - betweenInCents) / 100,
        moneyOut: -(outCents + betweenOutCents) / 100 || 0,
        betweenIn: betweenInCents / 100,
        betweenOut: betweenOutCents / 100,
        closing: opening === null ? null : (opening + enteredCents + inCents + outCents) / 100,
      };
    },
    async *every() {
      const asked = await prepare(db, filters, at);
      yield* readByCursor(
        db,
        sql<MovementRow>`WITH ${asked.matches} SELECT r.* FROM (${detailsOf(sql`matches`, at)}) AS r
          ORDER BY ${asked.orderOfRows}`,
        movementOf,
      );
    },
  };
}

interface Sums {
  total: number;
  enteredCents: number;
  inCents: number;
  outCents: number;
  betweenInCents: number;
  betweenOutCents: number;
}

async function prepare(db: Db, filters: Filters, at: Date) {
  const { title, first, last } = await readAskedPeriod({ db, at }, filters.period);
  const account = accountOf(filters);
  const unposted = account.hasFees ? await readUnposted(db, { upTo: monthOf(last), at }) : [];
  const conditions = conditionsOf(filters, first);
  const isWhole = conditions.length === 0;
  const sign =
    account.single === null || account.single === owedAccount ? 1 : signOf(account.single.kind);
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
    title,
    opening,
    between:
      account.single === null
        ? betweenAccounts
        : sql`SELECT 0::bigint AS "betweenInCents", 0::bigint AS "betweenOutCents"`,
    matches: sql`movements AS (${all}), matches AS MATERIALIZED (
      SELECT m.*, ${balance} AS balance FROM movements AS m WHERE ${where})`,
    order: orderBy('matches', descending),
    orderOfRows: orderBy('r', descending),
  };
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
    ...(isGiven(method) ? [sql<boolean>`${sqlMethod} = ANY (${methodsOfFigure(method)})`] : []),
    ...matchingWords(sqlText, text),
  ];
}

/** One that does not exist has no movements. */
function kindsOf(what: string): readonly MovementKind[] {
  const group = Object.entries(movementGroups).find(([name]) => name === what);
  return group?.[1].kinds ?? movementKinds.filter((kind) => kind === what);
}
