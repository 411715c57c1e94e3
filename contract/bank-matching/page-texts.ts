import { lineStateNames } from '#contract/bank-statements/layouts.ts';
import { formatLargeRand, formatRand } from '#contract/money.ts';
import type { Certainty, MatchKind } from './endpoints.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/** Labels of the certainties. */
export const certaintyNames: Readonly<Record<Certainty, string>> = {
  certain: 'Certain',
  likely: 'Likely',
  possible: 'Possible',
  none: 'No suggestion',
};

/** "R650.00", "R12 000.00", or "-R8.50" for money out. */
export function signedRand(rand: number): string {
  return rand < 0 ? `-${formatLargeRand(-rand)}` : formatLargeRand(rand);
}

/** Labels and sentences of the pages of bank matching. product-rules 25. */
export const matchingWords = {
  heading: 'Bank Matching',
  lineHeading: 'Bank Line',
  failed: 'Failed to fetch the bank lines',
  error: 'Error fetching the bank lines',
  waiting: 'What waits',
  figure: (label: string, count: number, rand: number) => `${label} ${count} (${signedRand(rand)})`,
  moneyOut: 'Money out',
  moneyIn: 'Money in',
  oldest: (days: number) => {
    if (days <= 0) return 'Oldest: today';
    return days === 1 ? 'Oldest: 1 day' : `Oldest: ${days} days`;
  },
  age: (days: number) => {
    if (days <= 0) return 'today';
    return days === 1 ? '1 day ago' : `${days} days ago`;
  },
  allLines: 'All lines',
  openStatement: 'Open statement',
  ofStatement: 'Lines of one statement',
  lineStates: lineStateNames,
  accountOf: (bank: string, number: string, name: string) =>
    `${name === '' ? bank : `${name}, ${bank}`} ${number}`,
  day: 'Date',
  text: 'Text',
  reference: 'Reference',
  account: 'Account',
  amount: 'Amount',
  openAmount: 'Still open',
  suggestion: 'Suggestion',
  certainty: 'Suggestion',
  show: 'Show',
  direction: 'Direction',
  noSuggestion: 'Nothing was found that fits.',
  stillOpen: (rand: number) => `${signedRand(rand)} of it is open`,
  book: 'Book',
  bookPayout: 'Book this payout',
  choose: 'Choose…',
  donation: 'Make a donation',
  credit: 'Keep as credit',
  charge: 'Bank charge',
  transfer: 'Transfer between own accounts',
  interest: 'Interest of the bank',
  chargeBack: 'A bank charge given back',
  payout: 'PayFast payout',
  newDonation: 'New donation',
  creditOf: 'Credit',
  recordedPayment: 'A payment that is recorded already',
  lessFee: (rand: number) => `after a fee of ${formatRand(rand)} that was kept`,
  feeBack: (rand: number) => `with ${formatRand(rand)} of its fee given back`,
  reversal: 'The bank took a payment back',
  takenOff: 'A payment was taken off this money',
  setOff: 'A card payment was taken off this money',
  keptFee: 'Card fees were taken off this money',
  keptCharge: 'A charge or rental was taken off this money',
  cardFees: 'Card fees',
  refund: 'A refund that is recorded',
  booked: (what: string) => `Booked: ${what}.`,
  undo: 'Undo',
  reopen: 'Open it again',
  reopened: 'The line is open again.',
  dismiss: 'Kept in other books…',
  dismissTitle: 'Kept in other books',
  dismissed: 'The line is marked as kept in other books.',
  askDismiss:
    'Use this for money that belongs to no member and no donor, such as electricity or a sale, and that your organisation keeps in other books. Month End has it as Kept elsewhere. Use it for both lines, too, if money came and the bank took it back before it was booked. The line leaves this list. You can open it again.',
  undone: 'Undone. The money is open again.',
  undoTitle: 'Undo the booking',
  askUndo: 'Its payment is undone, and the money of the line is open again.',
  whatIsIt: 'What is this money?',
  suggestions: 'It may be',
  other: 'Something else',
  otherHint: 'Choose invoices, donations or anything else yourself.',
  otherHintOut: 'Choose a charge, a transfer, a refund or a returned payment yourself.',
  noParts: (isMoneyIn: boolean) =>
    isMoneyIn
      ? 'Add at least one invoice, donation or other part.'
      : 'Add what this money is: a bank charge, a transfer, a refund, or a payment that the bank took back. If it is none of these, choose “Kept in other books…”.',
  addRecord: 'Add an invoice or a donation',
  addRecordHint: 'Type a number or a name.',
  recordsFound: (count: number) => (count === 1 ? '1 record found' : `${count} records found`),
  toPay: (rand: number) => (rand === 0 ? 'Nothing to pay any more' : `${formatRand(rand)} to pay`),
  findPaid: 'Invoice or donation of the payment',
  findPaidHint: 'Type a number or a name. Then choose its payment.',
  noPayments: (name: string) => `${name} has no payment that fits. Choose another one.`,
  choosePayment: 'Choose the payment.',
  findRefund: 'Recorded refund',
  findRefundHint: 'Type the name of the payer. Record a refund at Credits first.',
  creditToRefund: (rand: number, payer: string) => `Credit of ${formatRand(rand)} of ${payer}`,
  refundsFound: (count: number) => (count === 1 ? '1 refund found' : `${count} refunds found`),
  orAdd: 'Or add',
  remove: 'Remove',
  rest: (rand: number) => `${formatRand(rand)} is left. It stays open.`,
  tooMuch: (rand: number) => `The parts are ${formatRand(rand)} more than the line. Change them.`,
  recordedTooMuch: (rand: number) =>
    `The parts are ${formatRand(rand)} more than the line, and at most 10 % of a recorded payment counts as its fee. If the provider kept more, such as a rental, add that it was taken off this money. Otherwise remove the payment, and choose another one. If its amount was recorded wrongly, undo it first, then book this line as the payment.`,
  outTooMuch: (rand: number) =>
    `The parts are ${formatRand(rand)} more than the line. Change them, or add the card payments that were taken off this money.`,
  complete: 'The parts add up to the line.',
  keepRest: (rand: number) => `Keep ${formatRand(rand)} as a credit`,
  payerName: 'From',
  payerHint: 'As far as you know who sent it.',
  bookCertainTitle: 'Book certain lines',
  bookCertain: (count: number, rand: number) =>
    `Book ${count} certain ${count === 1 ? 'line' : 'lines'} (${formatLargeRand(rand)})`,
  certainIntro:
    'The check letter and the amount of each line agree with one open invoice or donation. Each line is checked again when it is booked.',
  certainMost: (shown: number, total: number) =>
    `These are the oldest ${shown} of ${total}. Book them, then open this again for the others.`,
  noneCertain: 'No line is certain any more. Somebody may have booked them.',
  booking: (done: number, total: number) => `${done} of ${total} lines`,
  bookedCertain: (count: number, rand: number) =>
    `${count === 1 ? '1 line is' : `${count} lines are`} booked, ${formatLargeRand(rand)}.`,
  notBooked: (count: number) =>
    count === 1 ? '1 line was not booked:' : `${count} lines were not booked:`,
  bookOthers: (count: number) => `Book the other ${lines(count)}`,
  bookedAs: 'Booked as',
  wasBookedAs: 'Was booked as',
  bookedBy: (who: string, when: string) => `${who}, ${when}`,
  undoneBy: (who: string, when: string, reason: string) => `Undone by ${who}, ${when}: ${reason}`,
  fromBank: 'From a bank statement',
} as const;

/** What a part is, if it names no record. */
export function kindName(kind: MatchKind, isMoneyIn: boolean): string {
  if (kind === 'charge') return isMoneyIn ? matchingWords.interest : matchingWords.charge;
  if (kind === 'reversal' && isMoneyIn) return matchingWords.takenOff;
  if (kind === 'recorded' && !isMoneyIn) return matchingWords.setOff;
  if (kind === 'kept-fee' && !isMoneyIn) return matchingWords.cardFees;
  if (kind === 'kept-charge' && !isMoneyIn) return matchingWords.charge;
  return kindNames[kind];
}

const kindNames: Readonly<Record<Exclude<MatchKind, 'charge'>, string>> = {
  invoice: 'Invoice',
  donation: 'Donation',
  recorded: matchingWords.recordedPayment,
  'new-donation': matchingWords.newDonation,
  credit: matchingWords.creditOf,
  payout: matchingWords.payout,
  'charge-back': matchingWords.chargeBack,
  'kept-fee': matchingWords.keptFee,
  'kept-charge': matchingWords.keptCharge,
  transfer: matchingWords.transfer,
  refund: matchingWords.refund,
  reversal: matchingWords.reversal,
};
