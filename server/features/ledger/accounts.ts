import { type RawBuilder, sql } from 'kysely';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';

/**
 * The accounts of the ledger, and what each is in a chart of accounts. `bank` exists once for each bank account,
 * `membership` and `deferred` once for each member type. `transit` is money on its way between own accounts, and
 * `elsewhere` what the organisation keeps in other books.
 */
export const accountClasses = {
  bank: 'assets',
  cash: 'assets',
  payfast: 'assets',
  transfer: 'assets',
  cardMachine: 'assets',
  debitOrder: 'assets',
  snapScan: 'assets',
  cheque: 'assets',
  other: 'assets',
  transit: 'assets',
  credits: 'liabilities',
  deferred: 'liabilities',
  vat: 'liabilities',
  membership: 'income',
  invoice: 'income',
  donation: 'income',
  kept: 'income',
  interest: 'income',
  charges: 'expenses',
  fees: 'expenses',
  elsewhere: 'equity',
  opening: 'equity',
  conversion: 'equity',
} as const;
export type AccountKind = keyof typeof accountClasses;

export interface Account {
  kind: AccountKind;
  /** The bank account, or the member type. Null is the bank account that takes EFT. */
  of?: string | null;
}

const chart = Object.keys(accountClasses);
/** In the order of the chart of accounts, and then by the name of the bank account or the member type. */
export function byChart(
  one: { account: AccountKind; name: string | null },
  other: { account: AccountKind; name: string | null },
): number {
  const between = chart.indexOf(one.account) - chart.indexOf(other.account);
  return between || (one.name ?? '').localeCompare(other.name ?? '');
}

/** Where money is. */
export const moneyKinds = [
  'bank',
  'cash',
  'payfast',
  'transfer',
  'cardMachine',
  'debitOrder',
  'snapScan',
  'cheque',
  'other',
] as const satisfies AccountKind[];
export type MoneyKind = (typeof moneyKinds)[number];

/** `moneyKinds` in SQL: `account IN ${sqlMoneyKinds}`. */
export const sqlMoneyKinds = sql`(${sql.join(moneyKinds.map((kind) => sql.lit(kind)))})`;

/** Where money is, and money on its way between these accounts, in SQL. */
export const sqlOwnKinds = sql`(${sql.join([...moneyKinds, 'transit'].map((kind) => sql.lit(kind)))})`;

/** Debits of income accounts are less than nothing. */
export const incomeKinds = ['membership', 'invoice', 'donation'] as const satisfies AccountKind[];
/** `incomeKinds` in SQL: `account IN ${sqlIncomeKinds}`. */
export const sqlIncomeKinds = sql`(${sql.join(incomeKinds.map((kind) => sql.lit(kind)))})`;

/** Income and expenses, in SQL. */
export const sqlResultKinds = sql`(${sql.join(
  Object.entries(accountClasses)
    .filter(([, one]) => one === 'income' || one === 'expenses')
    .map(([kind]) => sql.lit(kind)),
)})`;

const methodKinds: Record<PaymentMethod, MoneyKind> = {
  EFT: 'bank',
  Cash: 'cash',
  'Credit Card': 'payfast',
  'World Remit': 'transfer',
  Wise: 'transfer',
  'Pay Pal': 'transfer',
  'Card Machine': 'cardMachine',
  'Debit Order': 'debitOrder',
  SnapScan: 'snapScan',
  Cheque: 'cheque',
  Other: 'other',
};

/** Where money is that came by a method. Money of a bank line is in the account of its statement. */
export function accountOfMethod(method: PaymentMethod, bankAccountId?: string): Account {
  const kind = methodKinds[method];
  return kind === 'bank' ? { kind, of: bankAccountId ?? null } : { kind };
}

/** How the money of an account came, in SQL. Null: in one of several ways, so the payment says it. */
export function sqlMethodOfKind(column: string) {
  const cases = moneyKinds.flatMap((kind) => {
    const methods = Object.entries(methodKinds).filter(([, of]) => of === kind);
    const [only] = methods.length === 1 ? methods : [];
    return only === undefined ? [] : [sql`WHEN ${sql.lit(kind)} THEN ${sql.lit(only[0])}`];
  });
  return sql`CASE ${sql.ref(column)} ${sql.join(cases, sql` `)} END`;
}

/** The kind of account of a method, in SQL. */
export function sqlKindOfMethod(method: string | RawBuilder<unknown>) {
  const cases = Object.entries(methodKinds).map(
    ([name, kind]) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(kind)}`,
  );
  return sql`CASE ${typeof method === 'string' ? sql.ref(method) : method} ${sql.join(cases, sql` `)} END`;
}
