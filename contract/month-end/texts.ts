import { listed } from '#contract/counting.ts';
import { type Day, formatDay, formatMonth } from '#contract/days.ts';
import { formatLargeRand } from '#contract/money.ts';

const onlyClosed = (months: readonly string[]) =>
  `Only ${listed(months.map(formatMonth))} ${months.length === 1 ? 'is' : 'are'} closed.`;

/** Checks of the books that failed, by name, and proofs of the figures. */
export interface Differences {
  checks: readonly string[];
  proofs: readonly string[];
}

/** What is wrong, and where to look. */
function booksDiffer({ checks, proofs }: Differences): string {
  const ofChecks = `These checks of the books failed: ${listed(checks)}. See System Check, Books.`;
  const ofProofs = `${proofs.join('. ')}. See the figures of the month.`;
  return [
    'The books do not agree.',
    ...(checks.length > 0 ? [ofChecks] : []),
    ...(proofs.length > 0 ? [ofProofs] : []),
  ].join(' ');
}

/** "Aug 2026 to Oct 2026". */
const fromTo = (first: string, last: string) =>
  first === last ? formatMonth(last) : `${formatMonth(first)} to ${formatMonth(last)}`;

export const monthEndTexts = {
  title: 'Month End',
  intro:
    'What came in each month, for the treasurer and the accountant. Close a month once it is complete. Its figures then stay as they are.',
  noMonth: 'Please choose a month, such as 2027-03.',
  noPeriod: 'Please choose a month, such as 2027-03, or a financial year, such as 2027.',
  noProgram: 'Please choose Sage, Xero or QuickBooks.',
  noBookings: 'There is nothing in the books yet.',
  beginsLater: (month: string) =>
    `The books begin with ${formatMonth(month)}, so no month before it is closed.`,
  failed: 'The months could not be loaded.',
  figuresFailed: 'The figures could not be loaded.',
  line: 'Line',
  month: 'Month',
  plots: 'Plots of twelve months',
  plotsFailed: 'The plots could not be loaded.',
  incomePlot: 'Income',
  moneyPlot: 'Money received, less what was paid back',
  asTable: 'As a table',
  notClosed: 'Not closed. These figures can still change.',
  closed: 'Closed. These figures do not change.',
  notOver: (month: string) =>
    `${formatMonth(month)} is not over. Close it from the first day of the next month.`,
  notNext: (next: string) => `Months are closed in their order. Close ${formatMonth(next)} first.`,
  nothingToClose: 'Every month that is over is closed.',
  /** `closed`: the months that the same call has closed before. */
  closing: (closed: string[]) => {
    const changed = closed.length === 0 ? 'Nothing was changed.' : onlyClosed(closed);
    return `Payments and invoices are being recorded at this moment. ${changed} Try again in a minute.`;
  },
  booksDiffer,
  /** `closed`: the months that the same call has closed before. */
  booksFailed: (differences: Differences, closed: readonly string[] = []) =>
    `${booksDiffer(differences)} ${closed.length === 0 ? 'Nothing was closed.' : onlyClosed(closed)}`,
  vatUnanswered:
    'A VAT number is set, and nobody has said on which basis VAT is declared. Nothing was closed. An administrator answers it in Company Info, Tax.',
  notLast: (last: string) =>
    `Only the last closed month can be reopened. It is ${formatMonth(last)}.`,
  noneClosed: 'No month is closed.',
  /** `changed`: the day on which the basis changed. */
  basisChangedSince: (month: string, changed: Day) =>
    `${formatMonth(month)} cannot be reopened: the VAT basis changed on ${formatDay(changed)}, and the VAT of this month would be lost. Record what is missing now. It keeps its day, and counts in the first open month.`,
  close: (month: string) => `Close ${formatMonth(month)}`,
  closeUpTo: (month: string) => `Close up to ${formatMonth(month)}…`,
  /** Of the months that are closed together, the first and the last. */
  closeAll: (first: string, last: string) => `Close ${fromTo(first, last)}`,
  closeMeans: [
    'The figures of the month stay as they are, also if a payment is undone later.',
    'A payment with a day in this month that is recorded later keeps its day. In the books it counts on the first day of the next open month. So do its corrections.',
    'Memberships, receipts and tax follow the true day. Only the books follow the day on which it is booked.',
  ],
  checking: 'Checking the books…',
  agree: 'The last check of the books found no difference.',
  statementsEnd: (month: string, account: string, day: Day) =>
    `${formatMonth(month)}: the imported statements of ${account} end on ${formatDay(day)}. Import the rest before you close the month, otherwise it is booked late.`,
  listEnds: (month: string, day: Day) =>
    `${formatMonth(month)}: PayFast's list was read up to ${formatDay(day)}. Press Check now in Card Notifications before you close the month, otherwise fees can be booked late.`,
  atPayfast: (amount: number, oldest: Day) =>
    `${formatLargeRand(amount)} of card payments, the oldest of ${formatDay(oldest)}, has been at PayFast for more than 30 days without a payout. Import the bank statements with the payouts, and book each of these lines as its payout.`,
  notDeposited: (account: string, amount: number, oldest: Day) =>
    `${account}: ${formatLargeRand(amount)}, the oldest of ${formatDay(oldest)}, has not been deposited for more than 30 days. Import the bank statements with the deposits, and book each of these lines as the payments that were recorded.`,
  /** `rand`: less than nothing by this. */
  cashBelowZero: (month: string, rand: number) =>
    `${formatMonth(month)}: there is ${formatLargeRand(rand)} less than nothing in Cash. Correct how the payments and refunds of this month were paid, or enter with how much Cash began.`,
  despite: 'Close the month although the books do not agree.',
  closedNow: (first: string, last: string) =>
    `${fromTo(first, last)} ${first === last ? 'is' : 'are'} closed.`,
  /** At the end of this day. */
  stillOpen: (last: Day) =>
    `Still open up to ${formatDay(last)}. You can close all the same. What you book later counts in the next month.`,
  nothingOpen: (last: Day) =>
    `No bank line, credit, card notification or proof of payment is open up to ${formatDay(last)}.`,
  reopen: (month: string) => `Reopen ${formatMonth(month)}`,
  reopenMeans:
    'Do this only if the pack was not given to anybody. The audit log and the next pack of the month say that it was reopened and why. Bookings that are already in a later month stay there.',
  reopened: (month: string) => `${formatMonth(month)} is open again.`,
  noOpening: (account: string) =>
    `Nobody has entered with which balance ${account} began. Press Opening balances.`,
  openings: 'Opening balances',
  openingsExplained:
    'The balance of each account at the end of the day before its first money here. Leave the amount empty if you do not know it.',
  /** `lastClosed`: the last closed month, `from`: the first open day. */
  openingsOfClosed: (lastClosed: string, from: Day) =>
    `${formatMonth(lastClosed)} and the months before are closed, and stay as they are: what changes of a balance of these months is posted on ${formatDay(from)}.`,
  openingsSaved: 'Opening balances saved.',
  openingBelowZero:
    'There cannot be less than nothing in the cash box. Only a bank account can be overdrawn.',
  openingOf: (amount: string, day: Day) => `${amount} on ${formatDay(day)}`,
  fromStatement: 'from the first statement',
  openingInFuture: 'The day is after today.',
  openingTooLate: (day: Day) =>
    `The first statement begins after this day. Enter the balance of ${formatDay(day)} or earlier.`,
  openingStated: (account: string) =>
    `The first statement of ${account} has its balance. Nothing was changed.`,
  openingMoved: (account: string, day: Day) =>
    `${account} began on ${formatDay(day)}, and money has come or gone since. Nothing was changed. Correct the balance of that day. If the cash that you counted differs, press Count cash and book the difference.`,
  openingClosed: (account: string, day: Day) =>
    `Closed months have money of ${account} since ${formatDay(day)}. Nothing was changed. Enter the balance of an earlier day. If the cash that you counted differs, press Count cash and book the difference.`,
  openingUnknown: 'This account has no statement in rand.',
  settings: 'Financial year and accounts',
  settingsSaved: 'Settings saved.',
} as const;
