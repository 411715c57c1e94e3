import * as z from 'zod/mini';
import { formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { reasonForm } from '#contract/reason.ts';
import { paymentKinds } from './endpoints.ts';

/** What can differ between the card provider's list of transactions and the payments. product-rules 7.15. */
export const differenceKinds = [
  'unrecorded',
  'unknown-record',
  'not-there',
  'amount',
  'fee',
  'paid-twice',
  'reversed',
  'unknown-type',
  'test-row',
  'balance',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** A comparison that is older than this warns administrators. */
export const latestComparisonHours = 48;
/** The most differences that the page lists. */
export const listedDifferences = 50;

export const difference = z.object({
  id,
  kind: z.enum(differenceKinds),
  firstSeenUtc: z.string(),
  /** Of the transaction or the payment. */
  day: z.string(),
  /** The provider's number of the payment. Empty if it has none. */
  providerId: z.string(),
  /** The provider's code. */
  type: z.string(),
  amountHere: z.nullable(z.number()),
  amountThere: z.nullable(z.number()),
  /** The invoice or donation, if it is known here. */
  record: z.nullable(
    z.object({
      kind: z.enum(paymentKinds),
      id,
      /** `INV-00042` or `DON-00042`. '' if it was deleted and the entry of that was erased. */
      name: z.string(),
      isOpen: z.boolean(),
      isDeleted: z.boolean(),
    }),
  ),
});
export type Difference = z.output<typeof difference>;

const comparison = z.object({
  /** Off without a live account at the provider. */
  isOn: z.boolean(),
  /** One waits or runs. */
  isRunning: z.boolean(),
  /** The latest that could read the whole list. */
  last: z.nullable(z.object({ finishedUtc: z.string(), fromDay: z.string(), toDay: z.string() })),
  /** Why the latest one failed, and what to do. */
  failure: z.nullable(z.string()),
  isOverdue: z.boolean(),
  /** Open ones, the latest day first, at most `listedDifferences`. */
  differences: z.array(difference),
  differenceCount: z.int(),
});
export type Comparison = z.output<typeof comparison>;

export const comparisonTexts = {
  title: 'Payments at PayFast',
  off: 'Not compared: this needs a live PayFast account, and payments by card are off or are tests here.',
  none: 'Nothing was compared yet. The first comparison is made tonight.',
  last: (when: string, fromDay: string, toDay: string) =>
    `Last compared on ${when}, for ${formatDay(fromDay)} to ${formatDay(toDay)}.`,
  noDifferences: 'There are no differences.',
  differences: (count: number) =>
    count === 1 ? 'There is 1 difference.' : `There are ${count} differences.`,
  more: (count: number) => `and ${count} more`,
  start: 'Check now',
  running: 'Comparing…',
  finished: 'The comparison is complete.',
  startedFailed: 'The comparison failed.',
  failed: (reason: string) => `The last comparison failed. ${reason}`,
  overdue: `Nothing was compared in the last ${latestComparisonHours} hours.`,
  loadFailed: 'The comparison with PayFast could not be loaded.',
  isOff: 'PayFast is only asked for its transactions with a live account (PAYFAST_MODE=live).',
  record: 'Record this payment',
  recorded: 'The payment was recorded.',
  recordedCredit: 'The payment was recorded as a credit.',
  askRecord:
    'The payment is booked as if its notification had arrived: what is to pay is paid, and the receipt is sent. The rest is a credit, and so is all of an amount that was never asked or is less than the donation.',
  askRecordCredit:
    'The record is already paid, void or deleted. The payment is recorded as a credit. The payer gets no email.',
  dismiss: 'Dismiss',
  askDismiss: 'It is removed from this list and is not shown again. Your reason is kept.',
  dismissed: 'Difference dismissed.',
  notFound: 'This difference does not exist.',
  isGone: 'This difference has been resolved. Reload the page.',
  notRecordable:
    'This payment cannot be recorded with one press. Compare it in your PayFast account.',
  countedElsewhere: 'This payment of PayFast has been counted for another record.',
} as const;

/** What differs, in a sentence, and what to do. Used by the page and the mail. */
export function describeDifference(difference: Difference): { what: string; advice: string } {
  return { what: whatOf(difference), advice: advice[difference.kind] };
}

function whatOf({ kind, day, type, amountHere, amountThere, record }: Difference): string {
  const there = amountOf(amountThere, kind);
  const here = amountOf(amountHere, kind);
  const name = nameOf(record);
  const on = `on ${formatDay(day)}`;
  switch (kind) {
    case 'unrecorded':
      return `${there} was paid at PayFast for ${name} ${on}, and is not recorded here.`;
    case 'unknown-record':
      return `${there} was paid at PayFast ${on} for a record that is not here.`;
    case 'not-there':
      return `${here} for ${name} was recorded ${on}, and PayFast does not list the payment.`;
    case 'amount':
      return `PayFast received ${there} for ${name} ${on}. Here the amount is ${here}.`;
    case 'fee':
      return `PayFast lists a fee of ${there} for ${name} ${on}. Its notification had ${here}.`;
    case 'paid-twice':
      return `${name} was paid more than once at PayFast, ${there} in all.`;
    case 'reversed':
      return `PayFast paid back ${there} of ${name} ${on}. Here ${here} is recorded as paid.`;
    case 'unknown-type':
      return `PayFast lists ${there} of the unknown type ${type} ${on}.`;
    case 'test-row':
      return `PayFast lists ${there} of its test payer ${on}.`;
    case 'balance':
      return `${formatDay(day)}: the balance at PayFast changed by ${there}, but the listed transactions add up to ${here}.`;
  }
}

function nameOf(record: Difference['record']): string {
  if (record === null) return 'a record that is not here';
  if (!record.isDeleted) return record.name;
  return record.name === '' ? 'a record that was deleted' : `${record.name}, which was deleted,`;
}

/** The sentences about fees and reversals say the direction. */
function amountOf(amount: number | null, kind: DifferenceKind): string {
  const rand = amount ?? 0;
  const isNegative = rand < 0 && kind !== 'fee' && kind !== 'reversed';
  return `${isNegative ? '-' : ''}${formatRand(Math.abs(rand))}`;
}

const advice: Record<DifferenceKind, string> = {
  unrecorded:
    'Its notification did not arrive. Press Record this payment, or ask PayFast to send the notification again.',
  'unknown-record':
    'If your account takes money for something else, too, dismiss it. Otherwise look it up in your PayFast account.',
  'not-there':
    'Look it up in your PayFast account. If it is not there, the notification was forged or is of another account: undo the payment.',
  amount: 'Look it up in your PayFast account. Agree with the payer on the rest, or pay it back.',
  fee: 'The fee was changed after the payment. Ask PayFast why, then dismiss this.',
  'paid-twice':
    'Pay one of the payments back in your PayFast account, or agree with the payer to keep it. Then dismiss this.',
  reversed:
    'Undo the payment here, or record the refund if it is a credit. If the credit paid something, undo that first. Dismiss this if only a part was paid back.',
  'unknown-type':
    'Look it up in your PayFast account. If it is in order, such as a payout, dismiss it: others of this type are not shown then.',
  'test-row': 'It moved no money. Ask PayFast why it is in the list of your account.',
  balance: 'Transactions may be missing in the list. Compare the day in your PayFast account.',
};

export const getComparison = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payments/payfast/comparison',
  permission: 'money.read',
  summary: 'The latest comparison with the list of the card provider, and the open differences',
  reply: comparison,
});

export const startComparison = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/comparison',
  permission: 'money.write',
  summary: 'Compare the last days and today now; while one waits or runs, no other is started',
  // Administrators may ten times as often. Each asks the provider five times or more.
  limit: { most: 2, per: 'hour' },
});

export const recordDifference = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/differences/:id/record',
  permission: 'money.write',
  summary: 'Record a payment that the card provider lists and that is not recorded here',
  params: idParams,
  reply: z.object({ isCredit: z.boolean() }),
  idempotent: true,
});

export const dismissDifference = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/differences/:id/dismiss',
  permission: 'money.write',
  summary: 'Dismiss a difference with a reason; a repeat changes nothing',
  params: idParams,
  body: reasonForm,
});
