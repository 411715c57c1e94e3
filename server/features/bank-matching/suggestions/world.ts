import type { Certainty, MatchKind } from '#contract/bank-matching/endpoints.ts';
import type { Day } from '#contract/days.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';
import type { Payable } from '#server/features/payments/payable.ts';

/** A line of a bank statement, as far as it is open. Amounts are cents, without their sign. */
export interface OpenLine {
  id: string;
  accountId: string;
  day: Day;
  isOut: boolean;
  /** Of the whole line. */
  amountCents: number;
  openCents: number;
  text: string;
  reference: string;
  /** The account is in rand. */
  isRand: boolean;
}

/** A payment that an administrator has recorded by hand and that no line is matched with. */
export interface RecordedByHand {
  id: string;
  amountCents: number;
  paidOn: Day;
  bankReference: string;
  /** Null for money without a record. */
  record: Payable | null;
  payerName: string;
}

/** A payment of a record that the line names: undone, or recorded by hand and matched with no line. */
export interface PaymentOfRecord {
  id: string;
  recordId: string;
  amountCents: number;
  paidOn: Day;
  undoneOn: Day | null;
}

/** An open line of the account with the same amount, the other way. */
export interface OppositeLine {
  day: Day;
  text: string;
  reference: string;
}

/** A person that a payer's text belongs to. */
export interface RememberedPayer {
  memberId: string | null;
  email: string | null;
  name: string;
  /** Open records of that person, at most a few. */
  records: Payable[];
}

/** A matched line of money in, which a line of money out may take back, or which is the same money. */
export interface EarlierLine {
  /** False for a payment that was recorded by hand, and has no line or one of another amount. */
  isLine: boolean;
  day: Day;
  text: string;
  reference: string;
  payments: {
    id: string;
    amountCents: number;
    /** What a service kept of it. */
    feeCents: number;
    record: Payable | null;
    payerName: string;
  }[];
}

export interface RecordedRefund {
  useId: string;
  usedOn: Day;
  refundedBy: RefundMethod;
  reference: string;
  payerName: string;
  /** That the money came in for. Null for money without a record. */
  record: Pick<Payable, 'kind' | 'number'> | null;
}

/** An open credit of at least the amount of the line. */
export interface RefundableCredit {
  id: string;
  /** What is left of it. */
  cents: number;
  reference: string;
  payerName: string;
  record: Pick<Payable, 'kind' | 'number'> | null;
}

/** All that is known about one line. */
export interface LineWorld {
  today: Day;
  /** With the numbers that were read, or that a slip could have made of them. */
  numbered: Payable[];
  /** Open, with this balance, at most `mostAlike`. */
  sameBalance: Payable[];
  /** Open, with a number that begins as the one that was cut, and this balance. */
  cutOff: Payable[];
  /** Open, with a payer whose surname is in the text. */
  named: Payable[];
  /** Open invoices of members whose number is in the text. */
  ofMembers: Payable[];
  payers: RememberedPayer[];
  byHand: RecordedByHand[];
  /** Lines of the account with this amount as money in, some days before or on the same day. */
  earlier: EarlierLine[];
  /** Of the records that the references name. */
  payments: PaymentOfRecord[];
  /** Open lines of the account with this amount as money out, on the same day or some days later. */
  wentOut: OppositeLine[];
  /** For money out: open lines of the account with this amount as money in, on the same day or some days before. */
  cameIn: OppositeLine[];
  /** For money out. */
  refunds: RecordedRefund[];
  /** For money out whose text says refund. */
  credits: RefundableCredit[];
}

export interface PartOf {
  kind: MatchKind;
  amountCents: number;
  record: Payable | null;
  targetId: string | null;
  payerName: string;
  /** What a service kept of a payment that was recorded by hand. The line is smaller by that. */
  feeCents: number;
}

/** What a line may be. */
export interface LineSuggestion {
  certainty: Certainty;
  why: string[];
  parts: PartOf[];
  /** Without parts: credits whose refund is recorded first. */
  credits?: RefundableCredit[];
}

/** Money may be recorded by hand some days before or after the day of the bank. */
export const daysBesides = 10;

/** Records of one balance that are read for a line. */
export const mostAlike = 12;

export function nameOf({ firstName, lastName }: Pick<Payable, 'firstName' | 'lastName'>) {
  return `${firstName} ${lastName}`.trim();
}

/** Whether both are of one member, or have one address. */
export function isOnePayer(one: Payable, other: Payable): boolean {
  if (one.memberId !== null && one.memberId === other.memberId) return true;
  return one.email !== '' && one.email === other.email;
}
