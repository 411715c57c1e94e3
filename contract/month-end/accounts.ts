import * as z from 'zod/mini';
import { requiredText } from '#contract/fields.ts';

/** An account of the accounting program. Sage and Xero know it by its code, QuickBooks by its name. */
export interface Account {
  code: string;
  name: string;
}

interface AccountKind extends Account {
  /** The movements that are booked there. */
  label: string;
}

/** The kinds of account that journals need, with what is usual. */
export const accountKinds = {
  bank: { label: 'Money by EFT', code: '1000', name: 'Bank' },
  cash: { label: 'Money in cash', code: '1010', name: 'Cash' },
  card: { label: 'Money by card, until PayFast pays it out', code: '1020', name: 'PayFast' },
  transfer: {
    label: 'Money by World Remit, Wise and Pay Pal',
    code: '1030',
    name: 'Payment Services',
  },
  cardMachine: { label: 'Money by card machine', code: '1040', name: 'Card Machine' },
  debitOrder: { label: 'Money by debit order', code: '1050', name: 'Debit Orders' },
  snapScan: { label: 'Money by SnapScan or Zapper', code: '1060', name: 'SnapScan and Zapper' },
  cheque: { label: 'Money by cheque', code: '1070', name: 'Cheques' },
  other: { label: 'Money that came in another way', code: '1080', name: 'Other Money' },
  transit: {
    label: 'Money on its way between own accounts',
    code: '1090',
    name: 'Money on its Way',
  },
  credits: { label: 'Credits that are owed to payers', code: '2100', name: 'Payer Credits' },
  deferred: {
    label: 'Membership fees for days after the month',
    code: '2200',
    name: 'Deferred Membership Income',
  },
  vat: { label: 'VAT of payments, on the payments basis', code: '2300', name: 'VAT' },
  elsewhere: {
    label: 'Bank lines that are kept in other books',
    code: '2900',
    name: 'Kept Elsewhere',
  },
  opening: { label: 'Balances with which accounts began', code: '3000', name: 'Opening Balances' },
  conversion: {
    label: 'Corrections of months that an earlier version closed',
    code: '3900',
    name: 'Conversion',
  },
  membership: { label: 'Income from membership fees', code: '4000', name: 'Membership Fees' },
  invoice: { label: 'Income from other invoices', code: '4100', name: 'Other Income' },
  donation: { label: 'Income from donations', code: '4200', name: 'Donations' },
  interest: { label: 'Interest of the bank', code: '4300', name: 'Interest' },
  dealtWith: {
    label: 'Credits that were dealt with in another way',
    code: '4900',
    name: 'Credits Dealt With',
  },
  fees: { label: 'Card fees', code: '6000', name: 'Card Fees' },
  charges: { label: 'Charges of the bank', code: '6010', name: 'Bank Charges' },
} as const satisfies Record<string, AccountKind>;

export type AccountKindName = keyof typeof accountKinds;
export const accountKindNames = Object.keys(accountKinds) as AccountKindName[];
export type Accounts = Record<AccountKindName, Account>;

const account = z.object({
  code: requiredText('Please enter a code.', 20),
  name: requiredText('Please enter a name.', 100),
});

export const accounts = z.object(
  Object.fromEntries(accountKindNames.map((kind) => [kind, account])) as Record<
    AccountKindName,
    typeof account
  >,
);

/** The programs that read a journal, and what each calls it. */
export const programs = { sage: 'Sage', xero: 'Xero', quickbooks: 'QuickBooks' } as const;
export type Program = keyof typeof programs;
export const programNames = Object.keys(programs) as Program[];
