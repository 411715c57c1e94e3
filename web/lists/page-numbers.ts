import { pageNumbersShown } from '#contract/limits.ts';

const eitherSide = (pageNumbersShown - 1) / 2;

/** The number of pages; an empty list has one. */
export function lastPageOf(totalCount: number, size: number): number {
  return Math.max(1, Math.ceil(totalCount / size));
}

/** The paging bar: two pages on either side of the current one. product-rules 17.2. */
export function pageNumbers(current: number, last: number): number[] {
  const here = Math.min(Math.max(current, 1), last);
  const from = Math.max(1, here - eitherSide);
  const to = Math.min(last, here + eitherSide);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** "11 to 20 of 214", as numbers. */
export function shownRange(page: number, size: number, totalCount: number) {
  const from = Math.min((page - 1) * size + 1, totalCount);
  return { from, to: Math.min(page * size, totalCount) };
}
