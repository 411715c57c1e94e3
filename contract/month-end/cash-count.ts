import * as z from 'zod/mini';
import { formatDay, formatMonth, type Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { balance, day, id, idParams, money } from '#contract/fields.ts';
import { reasonForm } from '#contract/reason.ts';
import { formatFigure } from './format-figure.ts';

/** Below zero: less than in the books. */
function moreOrLess(difference: number): string {
  return `${formatFigure(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} cash`;
}

export const cashTexts = {
  countCash: 'Count cash',
  countExplained:
    'Count the notes and coins at the end of a day, best the last of the month. The figures compare them with the books. Leave the amount empty to take back the count of a day.',
  countSaved:
    'Cash count saved. If it differs from the books, find out why, then press Book the difference below Cash counts.',
  countRemoved: (of: Day) => `There is no cash count of ${formatDay(of)}.`,
  countInFuture: 'The day is after today.',
  countClosed: (month: string) =>
    `${formatMonth(month)} is closed, and its figures stay. Enter a day of an open month.`,
  countBooked: (of: Day) =>
    `A difference of the count of ${formatDay(of)} is booked. Undo it below Cash counts, then count again or take the count back.`,
  counts: 'Cash counts',
  countsFailed: 'The cash counts could not be loaded.',
  noCounts: 'The cash has not been counted yet. Press Count cash.',
  counted: (cash: number, books: number) =>
    `${formatFigure(cash)} counted, ${formatFigure(books)} in the books`,
  agrees: 'The count agrees with the books.',
  differs: (difference: number) => `${moreOrLess(difference)} than in the books.`,
  book: 'Book the difference',
  bookMeans: (difference: number, of: Day) =>
    difference < 0
      ? `There is ${moreOrLess(difference)} than in the books. It is posted from the cash to Kept Elsewhere on ${formatDay(of)}, or on the first open day if that month is closed. The cash then has what was counted. Say what it is: a shortage, or what was paid out, such as "Stamps".`
      : `There is ${moreOrLess(difference)} than in the books. It is posted from Kept Elsewhere to the cash on ${formatDay(of)}, or on the first open day if that month is closed. The cash then has what was counted. Say what it is: money that nobody recorded, such as "Sale of caps", or a surplus.`,
  booked: 'Difference booked.',
  bookedAs: (difference: number) => `Booked: ${moreOrLess(difference)},`,
  reason: 'What it is',
  undo: 'Undo',
  undoTitle: (difference: number) => `Undo the difference: ${moreOrLess(difference)}?`,
  undoConfirm: 'Undo the difference',
  undoMeans: 'The cash in the books is again what it was before. The record stays, as undone.',
  undone: 'Difference undone.',
  notCounted: (of: Day) =>
    `The cash of ${formatDay(of)} was not counted. Press Count cash, and enter it.`,
  nothingDiffers: (of: Day) =>
    `The cash counted on ${formatDay(of)} agrees with the books. There is no difference to book.`,
  changed: (difference: number) =>
    `There is now ${moreOrLess(difference)} than in the books, because the books or the count have changed. Nothing was booked. Look at the count again.`,
  inOpening: (of: Day) =>
    `The cash of these books begins with the balance of ${formatDay(of)}. Nothing was booked. Correct that balance under Opening balances.`,
  differenceGone: 'This difference does not exist. Reload the page.',
} as const;

export const countCash = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/month-end/cash-count',
  permission: 'books.close',
  summary: 'Enter the cash as it was counted at the end of a day, or take the count back',
  body: z.object({
    day,
    /** Null: it was not counted on that day. */
    amount: z.nullable(money),
  }),
});

const cashCount = z.object({
  day,
  /** Rand. What was booked of the difference is in the books. */
  counted: z.number(),
  books: z.number(),
  /** Booked of it, and not undone. */
  booked: z.array(z.object({ id, amount: z.number(), reason: z.string() })),
});
export type CashCount = z.output<typeof cashCount>;

export const getCashCounts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/cash-counts',
  permission: 'money.read',
  summary: 'The latest counts of the cash beside the books, and the differences that were booked',
  reply: z.object({ counts: z.array(cashCount) }),
});

export const bookCashDifference = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/cash-differences',
  permission: 'money.write',
  summary: 'Book by what a count of the cash differs from the books, with a reason',
  body: z.extend(reasonForm, {
    day,
    /** As it was shown, below zero if there is less than in the books. If it has changed, nothing is booked. */
    amount: balance,
  }),
  reply: z.object({ id }),
});

export const undoCashDifference = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/cash-differences/:id/undo',
  permission: 'money.write',
  summary: 'Undo a booked difference of the cash, with a reason. Repeating it changes nothing',
  params: idParams,
  body: reasonForm,
});
