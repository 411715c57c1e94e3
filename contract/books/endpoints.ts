import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Rows that a check names. The count is of all. */
export const mostNamedRows = 20;
/** Books that were checked longer ago than this warn administrators. */
export const latestCheckDays = 3;

const bookResult = z.object({
  name: z.string(),
  /** The comparison, or the contradiction if it failed. */
  finding: z.string(),
  /** What fails, by numbers and amounts and without names of people: the first `mostNamedRows`. */
  rows: z.array(z.string()),
  /** All that fails; 0 if the check passed. */
  count: z.int(),
  /** What to do; empty if it passed. */
  advice: z.string(),
});
export type BookResult = z.output<typeof bookResult>;
export const bookResults = z.array(bookResult);

const books = z.object({
  /** The latest check of the books. */
  last: z.nullable(z.object({ checkedUtc: z.string(), results: bookResults })),
  isOverdue: z.boolean(),
});
export type Books = z.output<typeof books>;

export const bookTexts = {
  title: 'Books',
  explained:
    'Every night the application proves that invoices, donations, payments, credits, numbers, memberships and closed months agree. This changes nothing.',
  none: 'The books were not checked yet. The first check is made tonight.',
  last: (when: string, failures: number) =>
    failures === 0
      ? `The books agree. Checked on ${when}.`
      : `${counted(failures, 'check')} of the books failed on ${when}.`,
  overdue: `The books were not checked in the last ${latestCheckDays} days.`,
  check: 'Check now',
  busy: 'The books are being checked already. Try again in a minute.',
  failed: 'The last check of the books could not be loaded.',
  agreed: 'The books agree.',
  differ: 'The books do not agree. The list says what to do.',
  more: (count: number) => `and ${count} more`,
  seeMore: 'System Check, Books, says which records and what to do.',
} as const;

export function failuresOf<R extends { count: number }>(results: readonly R[]): R[] {
  return results.filter(({ count }) => count > 0);
}

export const getBooks = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/books',
  permission: 'audit',
  summary: 'The latest check of the books, with what failed',
  reply: books,
});

export const checkBooks = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/books/check',
  permission: 'books.close',
  summary: 'Check the books now; it reads every invoice and payment, and changes none',
  // Administrators may ten times as often. Each reads whole tables.
  limit: { most: 2, per: 'hour' },
  reply: books,
});
