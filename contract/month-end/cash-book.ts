import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, id } from '#contract/fields.ts';
import { found, searchBody, textFilter, yesNoFilter } from '#contract/search.ts';
import { ledgerAccountNames } from './ledger-accounts.ts';

/** What an entry of the ledger or a change of an invoice is, as the cash book says it. */
export const movementNames = {
  received: 'Payment',
  carried: 'Credit used',
  released: 'Kept as a credit',
  undone: 'Undone',
  returned: 'Taken back by the bank',
  refunded: 'Refund',
  kept: 'Credit dealt with',
  'use-undone': 'Use of a credit undone',
  vat: 'VAT of an earlier payment',
  brought: 'Credit owed before these books began',
  payout: 'Payout of PayFast',
  deposited: 'Deposited or settled',
  moved: 'Moved to another account',
  charge: 'Bank charge or interest',
  transfer: 'Transfer between own accounts',
  elsewhere: 'Kept in other books',
  'line-undone': 'Bank line opened again',
  'card-fee': 'Card fee',
  'cash-difference': 'Difference of a cash count',
  opening: 'Opening balance',
  deferred: 'Fees for later days',
  issued: 'Invoice issued',
  changed: 'Invoice changed',
  voided: 'Invoice voided or written off',
  restored: 'Voiding or write-off undone',
  deleted: 'Invoice deleted',
} as const;
export type MovementKind = keyof typeof movementNames;
export const movementKinds = Object.keys(movementNames) as MovementKind[];

/** Entries that move the money of a payment or a credit. */
export const paymentKinds = [
  'received',
  'carried',
  'released',
  'undone',
  'returned',
  'refunded',
  'kept',
  'use-undone',
  'vat',
  'brought',
] as const satisfies MovementKind[];

interface MovementGroup {
  label: string;
  kinds: readonly MovementKind[];
}

/** Several kinds at once, as figures add them up. */
export const movementGroups = {
  payments: { label: 'All of payments and credits', kinds: paymentKinds },
  refunds: { label: 'Refunds and their undoing', kinds: ['refunded', 'use-undone'] },
  takenBack: { label: 'All that was undone', kinds: ['undone', 'returned', 'use-undone'] },
  unpaid: {
    label: 'Payments undone or kept as a credit',
    kinds: ['undone', 'returned', 'released'],
  },
  dealtWith: { label: 'Credits dealt with and their undoing', kinds: ['kept', 'use-undone'] },
  postedVat: {
    label: 'Payments and credits, without credits dealt with',
    kinds: paymentKinds.filter((kind) => kind !== 'kept' && kind !== 'use-undone'),
  },
  changes: { label: 'Invoices changed or deleted', kinds: ['changed', 'deleted'] },
} as const satisfies Record<string, MovementGroup>;

/** Several accounts at once: where money is, and all of them. `owed` is no account of the ledger: it comes from invoices. */
export const accountGroups = { money: 'All money', all: 'All accounts' } as const;
export const owedAccount = 'owed';
export const owedAccountName = 'Owed for invoices';
/** They have one account, and which of them it was can be corrected after a closing, so figures add them up. */
const services: readonly string[] = ['World Remit', 'Wise', 'Pay Pal'];
export const ofServices = ledgerAccountNames.transfer;
/** The line of the figures that has what came by a method. */
export const figureOfMethod = (method: string) => (services.includes(method) ? ofServices : method);
/** The methods that a line of the figures adds up. */
export const methodsOfFigure = (line: string) =>
  line === ofServices ? [...services, ofServices] : [line];
/** The method of a payment whose money came before. */
export const fromCredits = 'From credits';

const movement = z.object({
  id: z.string(),
  /** The number of the entry. Null: an invoice that changed what is owed, or what closing an open month would post. */
  entry: z.nullable(z.int()),
  /** In the books, and the true day. */
  bookedOn: day,
  day,
  what: z.enum(movementKinds),
  /** "INV-00042". Empty: no record. */
  document: z.string(),
  recordKind: z.nullable(z.enum(['invoice', 'donation'])),
  /** Null: it has none, or it was deleted. */
  recordId: z.nullable(id),
  person: z.string(),
  accountName: z.string(),
  /** How the money came, of payments. */
  method: z.string(),
  bankLineId: z.nullable(id),
  bankLine: z.string(),
  /** Rand. One of them is null. */
  moneyIn: z.nullable(z.number()),
  moneyOut: z.nullable(z.number()),
  /** Of the account after this movement. Null: several accounts are shown, or not all movements. */
  balance: z.nullable(z.number()),
});
export type Movement = z.output<typeof movement>;

/** The movements that a figure is made of: filters of the cash book, without the period. */
export const movementFilter = z.object({
  account: z.string(),
  what: z.optional(z.string()),
  method: z.optional(z.string()),
  recordKind: z.optional(z.string()),
  isLate: z.optional(z.boolean()),
});
export type MovementFilter = z.output<typeof movementFilter>;

const columns = [
  { header: 'Booked on', field: 'bookedOn', kind: 'day' },
  { header: 'Day', field: 'day', kind: 'day' },
  { header: 'Entry', field: 'entry' },
  { header: 'What', field: 'what', names: movementNames },
  { header: 'Document', field: 'document' },
  { header: 'Person', field: 'person' },
  { header: 'Account', field: 'accountName' },
  { header: 'Paid by', field: 'method' },
  { header: 'Bank line', field: 'bankLine' },
  { header: 'In', field: 'moneyIn', kind: 'money' },
  { header: 'Out', field: 'moneyOut', kind: 'money' },
  { header: 'Balance', field: 'balance', kind: 'money' },
] as const satisfies CsvColumns<Movement>;

export const searchMovements = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/movements/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'The cash book: the movements of accounts in a month or financial year',
  body: searchBody(
    {
      /** "2027-03" or "2027". The default is the financial year of today. */
      period: textFilter,
      /** A group of accounts, a kind of account, or one account: "bank:" and the id of a bank account that does not take EFT, "membership:" and the id of a member type. The default is all money. */
      account: textFilter,
      /** A kind of movement, or a group of them. */
      what: textFilter,
      /** "EFT", or "From credits". */
      method: textFilter,
      recordKind: textFilter,
      /** Whether the true day is before the period. */
      isLate: yesNoFilter,
    },
    ['BookedOn'],
  ),
  reply: z.extend(found(movement), {
    title: z.string(),
    /** Rand. Balances are null if several accounts are shown, or not all movements. */
    opening: z.nullable(z.number()),
    /** Opening balances among the movements. What came in and what went out is without them. */
    entered: z.number(),
    moneyIn: z.number(),
    moneyOut: z.number(),
    /** Of several accounts: what moved between own accounts. It is in neither of the sums before. */
    betweenIn: z.number(),
    betweenOut: z.number(),
    closing: z.nullable(z.number()),
  }),
  csv: { name: 'cash-book', columns },
});
