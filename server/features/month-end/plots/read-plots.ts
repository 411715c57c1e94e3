import { sql } from 'kysely';
import { formatMonth } from '#contract/days.ts';
import type { Plots } from '#contract/month-end/plots.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthsBetween,
  monthsOf,
  type Period,
} from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import {
  type AccountKind,
  moneyKinds,
  sqlIncomeKinds,
  sqlKindOfMethod,
  sqlMoneyKinds,
} from '#server/features/ledger/accounts.ts';
import { sqlPaymentEntryKinds, sqlPaymentOf } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { linesWith, readUnposted, type UnpostedLine } from '../figures/read-unposted.ts';
import { readSettings } from '../queries.ts';

/** What happened in a month. Cents, above zero. */
interface Row {
  month: Month;
  account: AccountKind;
  cents: number;
}

/** From the ledger, by the day of booking. Open months are as if they were closed now. */
export async function readPlots(
  { db, at }: Pick<Context, 'db' | 'at'>,
  period: Period,
): Promise<Plots> {
  const { yearEndMonth } = await readSettings(db);
  const last = monthsOf(period, yearEndMonth).at(-1) ?? period;
  const months = monthsBetween(addMonths(last, -11), last);
  const before = months.map((month) => addMonths(month, -12));
  const unposted = await readUnposted(db, { upTo: last, at });
  const rows = await readRows(db, { first: before[0] ?? last, last, unposted });
  const amounts = (of: readonly Month[], isOf: (row: Row) => boolean) =>
    of.map((month) => sumOf(rows.filter((row) => row.month === month && isOf(row))));
  const isIncome = ({ account }: Row) => !isMoney(account);
  const span = (of: readonly Month[]) =>
    `${formatMonth(of[0] ?? '')} to ${formatMonth(of.at(-1) ?? '')}`;
  return {
    months,
    income: [
      { label: span(months), amounts: amounts(months, isIncome) },
      { label: span(before), amounts: amounts(before, isIncome) },
    ],
    moneyIn: moneyKinds
      .map((kind) => ({
        label: ledgerAccountNames[kind],
        amounts: amounts(months, ({ account }) => account === kind),
      }))
      .filter((source) => source.amounts.some((amount) => amount !== 0)),
  };
}

const isMoney = (account: AccountKind) => (moneyKinds as readonly AccountKind[]).includes(account);

const sumOf = (rows: readonly Row[]) => rows.reduce((total, { cents }) => total + cents, 0) / 100;

interface Asked {
  first: Month;
  last: Month;
  unposted: readonly UnpostedLine[];
}

/** The account of a line `l`. A payment that went back counts where it came, as in the figures. */
const sqlSource = sql`CASE WHEN l.kind = 'returned' AND l.account IN ${sqlMoneyKinds} THEN coalesce((
  SELECT ${sqlKindOfMethod('p.method')} FROM payments AS p
  WHERE p.id = ${sqlPaymentOf('l.source_id')}), l.account)
  ELSE l.account END`;

async function readRows(db: Db, { first, last, unposted }: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT to_char(l.booked_on, 'YYYY-MM') AS month, ${sqlSource} AS account,
      sum(CASE WHEN l.account IN ${sqlMoneyKinds} THEN l.cents ELSE -l.cents END)::bigint AS cents
    FROM ${linesWith(unposted)} AS l
    WHERE l.booked_on BETWEEN ${firstDayOf(first)} AND ${lastDayOf(last)}
      AND (l.account IN ${sqlIncomeKinds} OR l.account IN ('kept', 'interest')
        OR l.account IN ${sqlMoneyKinds} AND l.kind IN ${sqlPaymentEntryKinds})
    GROUP BY 1, 2`.execute(db);
  return rows;
}
