import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import {
  type AccountKindName,
  accountKindNames,
  accountKinds,
  type Accounts,
} from '#contract/month-end/accounts.ts';
import { owedAccount, owedAccountName } from '#contract/month-end/cash-book.ts';
import type { MonthEnd, MonthEndSettings, OpeningBalance } from '#contract/month-end/endpoints.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import {
  addMonths,
  type Month,
  monthOf,
  monthsBetween,
  yearOf,
} from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { readOpenings } from '#server/features/ledger/post-openings.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What the page shows beside the figures. */
export async function readMonthEnd({ db, at }: Pick<Context, 'db' | 'at'>): Promise<MonthEnd> {
  const now = monthOf(dayOf(at));
  const [settings, first, closed] = [
    await readSettings(db),
    await firstMonth(db),
    await readClosed(db),
  ];
  const months = first === null ? [] : monthsBetween(first, now).toReversed();
  const last = lastOf(closed);
  const next = last === null ? first : addMonths(last, 1);
  return {
    months: months.map((month) => {
      const row = closed.get(month);
      return {
        month,
        state: row ? 'closed' : stateOf(month, now),
        closedUtc: row?.closedAt.toISOString() ?? null,
        closedBy: row?.closedBy ?? null,
      };
    }),
    years: [...new Set(months.map((month) => yearOf(month, settings.yearEndMonth)))],
    toClose: next !== null && next < now ? next : null,
    toReopen: last,
    settings,
    accounts: await readCashBookAccounts(db),
    openingBalances: await readOpeningBalances(db),
  };
}

/** The kinds of account, with those that are of several under the first: bank accounts and member types. */
async function readCashBookAccounts(db: Db): Promise<MonthEnd['accounts']> {
  const banks = await db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'number', 'takes_eft as takesEft'])
    .orderBy('created_at')
    .execute();
  const types = await db
    .selectFrom('member_types')
    .select(['id', 'name'])
    .orderBy('name')
    .execute();
  const further = banks.filter(({ takesEft }) => !takesEft);
  const eft = banks.find(({ takesEft }) => takesEft);
  return [
    ...Object.entries(ledgerAccountNames).flatMap(([value, label]) => {
      if (value === 'bank') {
        return [
          { value, label: eft === undefined ? label : `${eft.bank} ${eft.number}` },
          ...further.map(({ id, bank, number }) => ({
            value: `bank:${id}`,
            label: `${bank} ${number}`,
          })),
        ];
      }
      const ofTypes =
        value === 'membership'
          ? types.map(({ id, name }) => ({ value: `${value}:${id}`, label: `${label}: ${name}` }))
          : [];
      return [{ value, label }, ...ofTypes];
    }),
    { value: owedAccount, label: owedAccountName },
  ];
}

const accountNames = { bank: 'Bank', cash: 'Cash', payfast: 'PayFast' } as const;

async function readOpeningBalances(db: Db): Promise<OpeningBalance[]> {
  const openings = await readOpenings({ db });
  return openings.flatMap(({ account, bankAccountId, name, dayBefore, source, day, cents }) => {
    if (account === 'bank' && dayBefore === null) return [];
    const amount = cents === null ? null : cents / 100;
    const title = name ?? accountNames[account];
    return [{ account, bankAccountId, name: title, amount, day, source, lastDay: dayBefore }];
  });
}

function stateOf(month: Month, now: Month): 'open' | 'running' {
  return month < now ? 'open' : 'running';
}

/** The month of the first movement or invoice, or the first that was closed. Null if nothing is booked. */
export async function firstMonth(db: Db): Promise<Month | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT least((SELECT min(booked_on) FROM invoice_changes),
      (SELECT min(booked_on) FROM ledger_entries WHERE kind NOT IN ('opening', 'brought')),
      (SELECT min(month) FROM closed_months WHERE reopened_at IS NULL)) AS day`.execute(db);
  const day = rows[0]?.day ?? null;
  return day === null ? null : monthOf(day);
}

export interface ClosedMonth {
  closedAt: Date;
  closedBy: string;
}

async function readClosed(db: Db): Promise<Map<Month, ClosedMonth>> {
  const rows = await db
    .selectFrom('closed_months as c')
    .innerJoin('users as u', 'u.id', 'c.closed_by')
    .select(['c.month', 'c.closed_at as closedAt', fullNameOf('u').as('closedBy')])
    .where('c.reopened_at', 'is', null)
    .orderBy('c.month')
    .execute();
  return new Map(rows.map(({ month, ...row }) => [monthOf(month), row]));
}

function lastOf(closed: Map<Month, ClosedMonth>): Month | null {
  return [...closed.keys()].at(-1) ?? null;
}

export async function lastClosedMonth(db: Db): Promise<Month | null> {
  return lastOf(await readClosed(db));
}

export async function readSettings(db: Db): Promise<MonthEndSettings> {
  const row = await db.selectFrom('book_settings').selectAll().executeTakeFirstOrThrow();
  return {
    yearEndMonth: row.year_end_month,
    showsDeferred: row.shows_deferred,
    taxRate: row.tax_rate,
    accounts: accountsOf(row.accounts),
  };
}

/** Kinds of a later version have what is usual. */
function accountsOf(stored: Partial<Accounts>): Accounts {
  return Object.fromEntries(
    accountKindNames.map((kind: AccountKindName) => {
      const { code, name } = stored[kind] ?? accountKinds[kind];
      return [kind, { code, name }];
    }),
  ) as Accounts;
}
