import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import {
  type Movement,
  type MovementKind,
  owedAccount,
  owedAccountName,
} from '#contract/month-end/cash-book.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import { inAndOut } from '#contract/money.ts';
import { accountClasses, type AccountKind } from '#server/features/ledger/accounts.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';

export type BookAccount = AccountKind | typeof owedAccount;

/** As `detailsOf` reads it. */
export interface MovementRow {
  key: string;
  entry: number | null;
  bookedOn: Day;
  day: Day;
  what: MovementKind;
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  recordId: string | null;
  person: string;
  account: BookAccount;
  of_id: string | null;
  name: string | null;
  method: string | null;
  bankLineId: string | null;
  bankLine: string | null;
  cents: number;
  balance: number | null;
}

/** Entries in the order in which they were posted; what changed invoices comes first on its day, what closing posts last. */
export function orderBy(alias: string, descending: boolean): RawBuilder<unknown> {
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

/** What is earned comes in, although it is a credit of its account. */
export function signOf(account: BookAccount): 1 | -1 {
  return account !== owedAccount && accountClasses[account] === 'income' ? -1 : 1;
}

export function movementOf(row: MovementRow): Movement {
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

function accountName({ account, name }: MovementRow): string {
  if (account === owedAccount) return owedAccountName;
  return accountTitle(account, name);
}
