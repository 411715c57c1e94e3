import type { PaymentMethod } from '#contract/payments/payment-details.ts';

/** The accounts of the ledger. `bank` and `membership` exist once for each bank account and member type. */
export type AccountKind =
  | 'bank'
  | 'cash'
  | 'payfast'
  | 'transfer'
  | 'credits'
  | 'membership'
  | 'invoice'
  | 'donation'
  | 'kept';

export interface Account {
  kind: AccountKind;
  /** The bank account, or the member type. Null is the bank account that takes EFT. */
  of?: string | null;
}

/** Debits of income accounts are less than nothing. */
export const incomeKinds = ['membership', 'invoice', 'donation'] as const satisfies AccountKind[];

/** Where money is that came by a method. Money of a bank line is in the account of its statement. */
export function accountOfMethod(method: PaymentMethod, bankAccountId?: string): Account {
  if (method === 'EFT') return { kind: 'bank', of: bankAccountId ?? null };
  if (method === 'Cash') return { kind: 'cash' };
  return { kind: method === 'Credit Card' ? 'payfast' : 'transfer' };
}
