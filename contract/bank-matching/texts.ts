import { type Day, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';

/** A bank line by its day and amount, below zero for money out. */
export interface NamedLine {
  day: Day;
  rand: number;
}

/** "the bank line of 10 Mar 2027, R800.00". */
const nameOf = ({ day, rand }: NamedLine) =>
  `the bank line of ${formatDay(day)}, ${rand < 0 ? '-' : ''}${formatRand(Math.abs(rand))}`;

const otherPayment =
  'Choose another payment. If its amount was recorded wrongly, undo it first, then book this line as the payment.';

/** Why a bank line cannot be booked, and what to do. product-rules 25. */
export const matchTexts = {
  notFound: 'This bank line does not exist. Its statement may have been removed.',
  matchNotFound: 'This booking of a bank line does not exist.',
  dismissed: 'This bank line is marked as kept in other books. Open it again, then book it.',
  nothingOpen: 'This bank line is booked already. Another administrator may have done it just now.',
  afterToday: (day: Day) =>
    `This bank line is of ${formatDay(day)}, a day after today. If day and month are swapped, remove its statement and import the file again with the right order of the dates. Otherwise wait for that day.`,
  openLeft: (rand: number, line: NamedLine) =>
    `${formatRand(rand)} of ${nameOf(line)}, is open. Choose parts of that sum or less.`,
  /** "INV-00042 is paid". */
  notOpen: (closed: string) => `${closed}. Choose another record, or keep the money as a credit.`,
  tooMuch: (name: string, rand: number) =>
    `${name} has ${formatRand(rand)} to pay. Book that, and keep the rest as a credit.`,
  donationWhole: (name: string, rand: number) =>
    `${name} is of ${formatRand(rand)}, and a donation is received whole. Book that amount, or keep the money as a credit.`,
  recordGone: 'One of the chosen records does not exist any more. Choose again.',
  recordTwice:
    'A record, payment or refund is chosen twice for this bank line. Choose it once, with the whole amount. Only a payment can also be chosen as the one that went back.',
  noCashFee: (line: NamedLine) =>
    `Cash comes without a fee, also on ${nameOf(line)}. ${otherPayment}`,
  largeFee: (line: NamedLine) =>
    `At most 10 % of a payment counts as its fee. If the provider kept more of ${nameOf(line)}, choose the payment with its whole amount, and add what was kept as a part of its own. ${otherPayment}`,
  recordedChanged:
    'The chosen payment does not fit any more: it was undone, belongs to another bank line, or has another amount. Choose again.',
  returnedEarly: (paidOn: Day) =>
    `The chosen payment is recorded on ${formatDay(paidOn)}, after this line. Choose the payment that went back, or correct its day first.`,
  cameLate: (returnedOn: Day) =>
    `The chosen payment went back on ${formatDay(returnedOn)}, before this line came. Choose another payment, or keep the money as a credit.`,
  refundChanged:
    'The chosen refund does not fit any more: it was undone, belongs to another bank line, or has another amount. Choose again.',
  onlyIn: (line: NamedLine) =>
    `The money of ${nameOf(line)}, left the account. Choose a charge, a transfer, a refund or a returned payment. Of money that came in, only a recorded payment by Card Machine can be taken off it.`,
  takenOffMore: (line: NamedLine) =>
    `What is taken off ${nameOf(line)}, is not less than its other parts. ${
      line.rand > 0
        ? 'Choose the payments that the line brought as well.'
        : 'Choose the refunds, the returned payments and the charges that the line paid as well.'
    }`,
  onlyOfCardMachine: (line: NamedLine) =>
    line.rand > 0
      ? `Only a payment or a refund by Card Machine can be taken off ${nameOf(line)}: the machine keeps it back from its settlement. Book this one on the line on which the money left the account.`
      : `Only a payment by Card Machine can be taken off ${nameOf(line)}: the machine keeps it back for what it pays out. Book this one on the line on which its money came.`,
  undoOthersFirst: (rand: number, line: NamedLine) =>
    `This is taken off ${nameOf(line)}. Without it the other parts are ${formatRand(rand)} more than the line. Undo one of them first, under Bank Matching.`,
  noFeeBack: (rand: number, line: NamedLine) =>
    `At most ${formatRand(rand)} can be given back with this payment, because that was kept of it as a fee. Choose another payment for ${nameOf(line)}.`,
  foreign:
    'This account is not in rand, so its lines cannot pay invoices or donations. Record the payment by hand, and mark the line as kept in other books.',
  bookedFirst:
    'A part of this bank line is booked. Undo that, then mark the line as kept in other books.',
  firstLine: (day: Day, rand: number) =>
    `A line of ${formatDay(day)} with ${formatRand(rand)} is open, and may have brought this payment. Book that line first. Then book this one.`,
  wentBack: (day: Day, rand: number) =>
    `The payment of ${formatRand(rand)} that was recorded for ${formatDay(day)} went back, and no bank line has brought it. Choose that payment as recorded before. It pays nothing again.`,
  takenBack: (line: NamedLine) =>
    `This payment went back with ${nameOf(line)}. Undo that part of it first.`,
} as const;
