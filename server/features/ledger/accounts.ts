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
  transit: 'assets',
  credits: 'liabilities',
  deferred: 'liabilities',
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

/** Where money is. */
export const moneyKinds = ['bank', 'cash', 'payfast', 'transfer'] as const satisfies AccountKind[];

/** Debits of income accounts are less than nothing. */
export const incomeKinds = ['membership', 'invoice', 'donation'] as const satisfies AccountKind[];

/** Where money is that came by a method. Money of a bank line is in the account of its statement. */
export function accountOfMethod(method: PaymentMethod, bankAccountId?: string): Account {
  if (method === 'EFT') return { kind: 'bank', of: bankAccountId ?? null };
  if (method === 'Cash') return { kind: 'cash' };
  return { kind: method === 'Credit Card' ? 'payfast' : 'transfer' };
}
