import { paymentTexts, type PaymentSummary } from '#contract/payments/endpoints.ts';
import { heldText, partText } from '#contract/payments/held-money.ts';
import { confirmTicked } from '#contract/privacy/confirm-ticked.ts';
import type { PaymentRecord } from './find-record.ts';

/** What the status page shows. product-rules 14.13. */
export type PaymentStatus = 'loading' | 'paid' | 'unpaid' | 'pending';

/** Of a record that is not paid. */
export type Money = Pick<PaymentSummary, 'amount' | 'held' | 'paid' | 'isPaidByCard'>;

export const noMoney: Money = { amount: 0, held: 0, paid: 0, isPaidByCard: false };

export interface StatusState {
  status: PaymentStatus;
  record: PaymentRecord | null;
  money: Money;
  /** How often the page has polled. */
  rounds: number;
}

export interface Answer {
  /** Null if it could not be loaded. */
  record: PaymentRecord | null;
  money: Money;
  isManual: boolean;
}

export const initialState: StatusState = {
  status: 'loading',
  record: null,
  money: noMoney,
  rounds: 0,
};

/** Milliseconds before each poll: at once, and then for a minute. product-rules 7.9. */
const pausesMs = [0, 2000, 4000, 8000, 16_000, 30_000] as const;

/** The pause before the next poll; null if polling has ended. */
export function pauseAfter({ status, rounds }: StatusState): number | null {
  if (status === 'paid' || status === 'unpaid') return null;
  return pausesMs[rounds] ?? null;
}

export function isLastPoll(rounds: number): boolean {
  return rounds + 1 >= pausesMs.length;
}

export function stateAfter(state: StatusState, { record, money, isManual }: Answer): StatusState {
  // Paid is final, whichever of two responses arrives last.
  if (state.status === 'paid') return state;
  const rounds = isManual ? state.rounds : state.rounds + 1;
  return {
    status: statusOf(record, money, rounds >= pausesMs.length),
    record: record ?? state.record,
    money,
    rounds,
  };
}

function statusOf(
  record: PaymentRecord | null,
  { held, isPaidByCard }: Money,
  hasWaited: boolean,
): PaymentStatus {
  switch (record?.state ?? null) {
    case null:
      return 'pending';
    case 'paid':
      return 'paid';
    // The last attempt brought nothing, whatever came before it.
    case 'failed':
    case 'cancelled':
      return 'unpaid';
    case 'void':
    case 'writtenOff':
      return held > 0 ? 'pending' : 'unpaid';
    default:
      return held > 0 || isPaidByCard || !hasWaited ? 'pending' : 'unpaid';
  }
}

interface Payer {
  isDonation: boolean;
  /** Not signed in. */
  isVisitor: boolean;
  /** No mail server is set, so no email may be promised. */
  isMailKept: boolean;
}

/** A card payment of a record that was paid already gets no receipt. */
export function thanksFor(
  summary: Pick<PaymentSummary, 'held' | 'isReceipted'> | null,
  { isDonation, isVisitor, isMailKept }: Payer,
): string[] {
  if (summary?.isReceipted !== true) {
    const isHeld = summary !== null && summary.held > 0;
    return [isHeld ? heldText(summary.held) : paymentTexts.thanksOnly];
  }
  const thanks = isDonation ? paymentTexts.thanksForDonation : paymentTexts.thanksOnly;
  if (isMailKept) return [thanks];
  // Forms for visitors have the boxes. The receipt has the link.
  return [`${thanks} ${paymentTexts.receiptByEmail}`, ...(isVisitor ? [confirmTicked] : [])];
}

/** An address of no record that is known may lead to no receipt. */
export function waitingFor(record: PaymentRecord | null, isMailKept: boolean): string {
  const { takesAMinute, receiptComes } = paymentTexts;
  return record === null || isMailKept ? takesAMinute : `${takesAMinute} ${receiptComes}`;
}

/** About the money of a record that is not paid. */
export function sentencesOf({ amount, held, paid }: Money): string[] {
  return [
    ...(paid > 0 ? [partText(paid, amount - paid)] : []),
    ...(held > 0 ? [heldText(held)] : []),
  ];
}
