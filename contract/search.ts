import * as z from 'zod/mini';
import { day, id } from './fields.ts';
import { largestPageSize } from './limits.ts';

const storableText = z.string().check(
  z.maxLength(200, 'Please search for at most 200 characters.'),
  z.refine(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
    'This text cannot be used in a search.',
  ),
);

/** The words of the search of everything. */
export const searchWords = storableText;

/** A filter is ignored when it is `''`, `null`, `[]` or the empty id. product-rules 1.6. */
export const textFilter = z.optional(z.nullable(z.union([storableText, z.array(z.never())])));
export const idFilter = z.optional(z.nullable(z.union([id, z.literal(''), z.array(z.never())])));
export const yesNoFilter = z.optional(
  z.nullable(z.union([z.boolean(), z.literal(''), z.array(z.never())])),
);

export const dayFilter = z.optional(z.nullable(z.union([day, z.literal(''), z.array(z.never())])));

const page = z
  .int('Page must be a whole number.')
  .check(z.gte(1, 'Page starts at 1.'), z.lte(1_000_000, 'There are not that many pages.'));
const pageSize = z
  .int('Page size must be a whole number.')
  .check(z.gte(1, 'Page size is 1 to 100.'), z.lte(largestPageSize, 'Page size is 1 to 100.'));

function sorting(columns: readonly string[]) {
  const lowerCased = new Set(columns.map((column) => column.toLowerCase()));
  const message = `This list sorts by ${columns.join(', ')}.`;
  return {
    sortBy: z.optional(
      z.nullable(
        z
          .string(message)
          .check(z.refine((value) => value === '' || lowerCased.has(value.toLowerCase()), message)),
      ),
    ),
    sortDescending: z.optional(z.nullable(z.boolean('sortDescending is true or false.'))),
  };
}

/** A search body: the filters, flat, the words of the search box, and the paging. `sortBy` in any letter case. product-rules 1.4. */
export function searchBody<F extends Record<string, z.ZodMiniType>>(
  filters: F,
  columns: readonly string[],
) {
  return z.object({
    ...filters,
    text: textFilter,
    page: z.optional(z.nullable(page)),
    pageSize: z.optional(z.nullable(pageSize)),
    ...sorting(columns),
  });
}

/** The same paging as text, in the query of an unpaged GET. */
export const pagingQuery = z.object({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Page starts at 1.'))),
  pageSize: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'Page size is 1 to 100.'))),
});

export function found<R extends z.ZodMiniType>(row: R) {
  return z.object({ results: z.array(row), totalCount: z.int() });
}
