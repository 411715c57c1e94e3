import * as z from 'zod/mini';
import { type AuditAction, auditWords } from '#contract/audit/endpoints.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

/** What an independent reviewer looks at first: records changed after the fact, and changed trust. */
export const exceptionActions = [
  'voidInvoice',
  'deleteInvoice',
  'undoInvoicePayment',
  'undoDonationPayment',
  'undoPayment',
  'correctPayment',
  'updateInvoice',
  'updateDonation',
  'deleteDonation',
  'recordMoney',
  'refundCredit',
  'closeCredit',
  'undoCreditUse',
  'writeOffInvoice',
  'undoWriteOff',
  'dismissMoneyLine',
  'reopenMoneyLine',
  'undoMatch',
  'removeStatement',
  'startImport',
  'undoImport',
  'dismissDifference',
  'updateOpeningBalances',
  'countCash',
  'bookCashDifference',
  'undoCashDifference',
  'closeMonth',
  'reopenMonth',
  'updateMonthEndSettings',
  'updateCompanyInfo',
  'updateCardAccount',
  'updateMemberType',
  'mergeMembers',
  'undoMerge',
  'createUser',
  'updateUser',
  'deleteUser',
] as const satisfies readonly AuditAction[];
export type ExceptionAction = (typeof exceptionActions)[number];

/** Of some actions only a part is an exception. */
const partNames: Partial<Record<ExceptionAction, string>> = {
  closeMonth: 'Closed in spite of differences: the month',
  countCash: 'Changed the cash count of',
  recordMoney: 'Recorded as owed before these books: money of',
  startImport: 'Imported payments or donations:',
  updateCompanyInfo: 'Changed the bank details or the VAT basis of',
  updateInvoice: 'Changed the amount of invoice',
  updateMemberType: 'Changed the fee of member type',
  updateMonthEndSettings: 'Changed the deferral or the financial year of',
  updateUser: 'Changed the roles of',
};

export const exceptionNames = Object.fromEntries(
  exceptionActions.map((action) => [action, partNames[action] ?? auditWords[action]]),
) as Record<ExceptionAction, string>;

export const exceptionTexts = {
  heading: 'Exceptions',
  failed: 'Failed to fetch exceptions',
  error: 'Error fetching exceptions',
  none: 'No exceptions',
  period: 'Period',
  thisYear: 'This financial year',
  what: 'What was done',
} as const;

const exception = z.object({
  id: z.string(),
  at: z.string(),
  byName: z.string(),
  what: z.enum(exceptionActions),
  /** The name of the record at that time. */
  about: z.string(),
  /** Rand. Null: it is not about an amount. */
  amount: z.nullable(z.number()),
  /** The reason that was entered, or what differed. */
  reason: z.string(),
});
export type Exception = z.output<typeof exception>;

const columns = [
  { header: 'When', field: 'at', kind: 'moment' },
  { header: 'Who', field: 'byName' },
  { header: 'What was done', field: 'what', names: exceptionNames },
  { header: 'Name or number', field: 'about' },
  { header: 'Amount', field: 'amount', kind: 'money' },
  { header: 'Reason', field: 'reason' },
] as const satisfies CsvColumns<Exception>;

export const searchExceptions = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/exceptions/search',
  permission: 'money.read',
  readOnly: true,
  summary:
    'What was voided, undone, corrected, refunded, written off or changed in trust in a period',
  body: searchBody(
    {
      /** "2027-03" or "2027". The default is the financial year of today. */
      period: textFilter,
      what: textFilter,
    },
    ['At'],
  ),
  reply: found(exception),
  csv: { name: 'exceptions', columns },
});
