import { type Day, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';

/** What the last period of a member is based on. */
export type PeriodSource = 'payment' | 'undone' | 'writtenOff' | 'free' | 'hand' | 'import';

const untilWords: Readonly<Record<PeriodSource, (day: string) => string>> = {
  payment: (day) => `paid until ${day}`,
  undone: (day) => `valid until ${day}, although its payment was undone`,
  writtenOff: (day) => `valid until ${day}, its invoice written off`,
  free: (day) => `free membership until ${day}`,
  hand: (day) => `valid until ${day} without a payment`,
  import: (day) => `imported as valid until ${day}`,
};

/** "paid until 1 Jan 2026". */
export function untilSentence(source: PeriodSource, endsOn: Day): string {
  return untilWords[source](formatDay(endsOn));
}

/** Why a member has a status, and what changes it. The server chooses the sentences. */
export const statusSentences = {
  active: (until: string) => `Active: ${until}.`,
  activeNext: (due: Day) => `Due for Renewal from ${formatDay(due)}.`,
  due: (since: Day, until: string, without: string) =>
    `Due for Renewal since ${formatDay(since)}: ${until}, ${without}.`,
  dueNext: (expired: Day) => `Expired from ${formatDay(expired)} without a renewal.`,
  expired: (since: Day, until: string, without: string) =>
    `Expired since ${formatDay(since)}, 31 days after the end: ${until}, ${without}.`,
  expiredNext: 'Active again with the next membership payment.',
  expiredFree: 'Active again when the free membership is renewed.',
  notPaid: 'no renewal paid',
  notRenewed: 'not renewed',
  pending: (joined: Day) =>
    `Pending: joined on ${formatDay(joined)}, the membership is not paid yet.`,
  pendingWithoutFee: (joined: Day) => `Pending: joined on ${formatDay(joined)}, no membership yet.`,
  pendingNext: 'Active when the membership is paid.',
  pendingFree: 'The member type is free. Set the status to Active to start the membership.',
  openInvoice: (number: string) => `Invoice ${number} is not paid yet.`,
  partPaid: (number: string, rand: number) =>
    `Of invoice ${number} ${formatRand(rand)} is still to pay.`,
  byHand: (status: string, by: string, on: Day) =>
    `${status}, set by hand${by} on ${formatDay(on)}`,
  byHandUntil: (automatic: Day) =>
    `Follows the payments again from ${formatDay(automatic)}, or with the next membership payment.`,
  byHandNext: 'Stays until the next membership payment, or until you return it to automatic.',
  deactivated: (by: string, on: Day | null, reason: string | null) =>
    `Deactivated${by}${on === null ? '' : ` on ${formatDay(on)}`}${reason === null ? '' : `: ${reason}`}.`,
  deactivatedNext: 'Stays until you change the status. A payment does not change it.',
  /** So that an administrator can lift the deactivation. */
  cameBack: (on: Day) => `Registered again and came back on ${formatDay(on)}.`,
  waiting: (since: Day) =>
    `Registered again on ${formatDay(since)}. The record returns when the link in the email is used.`,
  archived: (on: Day, status: string, detail: string) =>
    `Archived on ${formatDay(on)}. The status was ${status}${detail}.`,
  archivedNext: 'Restoring brings the record and the number back, and mails an invitation.',
  archivedDeactivated:
    'Restoring brings the record and the number back. The member stays Deactivated.',
  erasedNext: 'The personal details were erased, so the record stays as it is.',
  nextUpdate: (status: string) => `${status} from the next daily update.`,
  other: (status: string) => `${status}.`,
} as const;
