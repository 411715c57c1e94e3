import { formatDay, type Day } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';

const rand = (cents: number) => formatRand(cents / 100);

const listed = (labels: readonly string[]) => labels.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** Why a line may be something. Records are named by number: the sentences are kept, and name no people. */
export const reasons = {
  checked: (labels: readonly string[]) =>
    labels.length === 1
      ? `The reference ${listed(labels)} is in the text, and its check letter is right.`
      : `The references ${listed(labels)} are in the text, and their check letters are right.`,
  unchecked: (labels: readonly string[]) =>
    `The text names ${listed(labels)} without a check letter.`,
  wrongCheck: (label: string) =>
    `The check letter in the text is wrong. ${label} is one mistake away from it.`,
  cut: (label: string) => `The bank may have cut the reference. ${label} begins like it.`,
  cutWhole: (label: string) =>
    `The text ends with the number of ${label}. The bank may have cut it.`,
  bare: (label: string) => `The text has the number of ${label}.`,
  memberNumber: (label: string) =>
    `The text has the membership number of the member who owes ${label}.`,
  amountFits: 'The amount is what is to pay.',
  sumOfPayer: (labels: readonly string[]) =>
    `The amount is what ${listed(labels)} of this payer have to pay together.`,
  sumFits: (labels: readonly string[]) => `The amount is what ${listed(labels)} have to pay.`,
  part: (cents: number) => `It is a part: ${rand(cents)} is to pay.`,
  over: (cents: number) => `It is ${rand(cents)} more than is to pay.`,
  surname: 'The surname of the payer is in the text.',
  initial: 'The initial or the first name of the payer is in the text.',
  otherNumber: 'The text has another number, too.',
  otherName: (label: string) =>
    `The text has the name of another payer: ${label} is open with the same amount.`,
  otherInitial: 'The initial in the text is another one.',
  rival: 'Another suggestion fits as well.',
  slip: (label: string) =>
    `With one digit lost or doubled it is ${label}, which has the same amount and check letter.`,
  otherPayer: 'This payer was confirmed for another person before. It may be a family member.',
  remembered: 'This payer was confirmed for this person before.',
  severalPayers: 'The records belong to different people.',
  /** "INV-00042 is paid". */
  paidBefore: (closed: readonly string[]) =>
    `${listed(closed)} already. Ask the payer, and keep the money as a credit until you know.`,
  closedToo: (closed: readonly string[]) =>
    `The text names more than one: ${listed(closed)} already. Ask the payer what the rest is for.`,
  sameRecord: (day: Day) =>
    `A line of ${formatDay(day)} that is open pays the same record, and comes first. Book that one first.`,
  bookedLine: (day: Day) =>
    `A line of ${formatDay(day)} with this amount is booked for it. If that is the same money, imported twice, mark this line as kept in other books.`,
  samePerson: (closed: string) =>
    `${closed} already, and the same person has this one open with the amount.`,
  notThere: (label: string) => `${label} does not exist.`,
  earlier: 'The money came before the record was made.',
  future: 'The line is of a day after today.',
  reversed: 'The text says that money was returned.',
  halfBooked: 'A part of the line is booked already.',
  undone: (label: string, day: Day) =>
    `A payment of ${label} was undone on ${formatDay(day)}. It may have been this money.`,
  wentOut: (day: Day) =>
    `The same amount left the account on ${formatDay(day)}, and that line is open. If the bank took this money back, mark both lines as kept in other books. Otherwise book that one first.`,
  byHand: (day: Day) =>
    `A payment of this amount was recorded by hand for ${formatDay(day)}, and no bank line is matched with it.`,
  byHandLessFee: (cents: number, day: Day, feeCents: number) =>
    `A payment of ${rand(cents)} was recorded by hand for ${formatDay(day)}, and no bank line is matched with it. This line is ${rand(feeCents)} smaller: a fee that was kept of it.`,
  byHandOf: (label: string, cents: number, day: Day) =>
    `${rand(cents)} for ${label} was recorded by hand for ${formatDay(day)}, and no bank line is matched with it.`,
  ifByHand: 'If it is this money, choose that payment, or it is in the books twice.',
  byHandFits: 'It is of the same record or payer.',
  byHandText: 'What was typed beside it is in the text.',
  amountOnly: 'Only the amount fits.',
  severalAlike: 'Several open records have this amount.',
  payout: 'The text says PayFast: it is card money that PayFast pays out.',
  chargeIn: 'The text says that a charge was returned.',
  interest: 'The text says interest.',
  charge: 'The text says that it is a charge of the bank.',
  gift: 'The text says donation.',
  noGift: 'The text says membership, and this is a donation.',
  noFee: 'The text says donation, and this is an invoice.',
  creditOfPayer: 'This payer was confirmed before, and owes nothing now.',
  noPart: (cents: number) => `The donation is of ${rand(cents)}, and a donation is received whole.`,
  takesBack: (day: Day) => `The same amount came in on ${formatDay(day)}.`,
  sameReference: 'Both lines have the same reference.',
  reversalWords: 'The text says that a payment was returned.',
  noPayment: (label: string) =>
    `The text names ${label}, and it has no payment of this amount that the bank can have taken back.`,
  undoneBefore: (label: string, day: Day) =>
    `The text names ${label}. A payment of this amount for it was undone on ${formatDay(day)}, and it has no other one that the bank can have taken back.`,
  notPaid: (label: string) =>
    `The text names ${label}, and it is not paid. The bank cannot have taken a payment of it back.`,
  cameIn: (day: Day) =>
    `An open line of ${formatDay(day)} with the same number brought this amount. If the bank took that money back, mark both lines as kept in other books.`,
  refund: (day: Day, method: RefundMethod) =>
    `A refund of this amount${method === 'EFT' ? '' : ` by ${method}`} was recorded for ${formatDay(day)}.`,
  refundFits: 'Its reference or payer is in the text.',
  openCredit:
    'The text says refund, and the reference or the payer of an open credit is in it. Record the refund of this credit first. Then choose that refund here.',
} as const;
