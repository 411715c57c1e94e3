/** The accounts of the ledger, as pages call them. */
export const ledgerAccountNames = {
  bank: 'Bank',
  cash: 'Cash',
  payfast: 'PayFast',
  transfer: 'World Remit, Wise and Pay Pal',
  cardMachine: 'Card machine',
  debitOrder: 'Debit orders',
  snapScan: 'SnapScan and Zapper',
  cheque: 'Cheques',
  other: 'Other money',
  transit: 'Money on its way',
  credits: 'Credits',
  deferred: 'Deferred membership income',
  vat: 'VAT',
  membership: 'Membership fees',
  invoice: 'Other invoices',
  donation: 'Donations',
  kept: 'Credits kept',
  interest: 'Interest of the bank',
  charges: 'Bank charges',
  fees: 'Card fees',
  elsewhere: 'Kept elsewhere',
  opening: 'Opening balances',
  conversion: 'Conversion',
} as const;

/** With the name of its member type, if there are several. A bank account is called by its own name. */
export function accountTitle(
  account: keyof typeof ledgerAccountNames,
  name: string | null,
): string {
  if (name === null) return ledgerAccountNames[account];
  return account === 'bank' ? name : `${ledgerAccountNames[account]}: ${name}`;
}
