import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';
import { searchWords } from '#contract/search.ts';

/** In the order of the results. */
export const searchKinds = ['member', 'invoice', 'donation', 'bankLine'] as const;

const searchResult = z.object({
  kind: z.enum(searchKinds),
  id,
  title: z.string(),
  line: z.string(),
  /** The status of the record, as its list shows it. */
  status: z.nullable(z.string()),
  /** Where the caller can record a payment for it. */
  payAt: z.nullable(z.object({ kind: z.enum(['member', 'invoice', 'donation']), id })),
});
export type SearchResult = z.output<typeof searchResult>;

/** A POST, so that names and addresses are in no log of requests. */
export const searchEverything = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/search',
  access: 'staff',
  readOnly: true,
  summary:
    'Members, invoices, donations and bank lines that match, as far as the role may see them',
  // An administrator may do ten times as much.
  limit: { most: 12, per: 'minute' },
  body: z.object({ text: searchWords }),
  reply: z.object({
    results: z.array(searchResult),
    /** All that match. `isMore`: there are more than these, because no more of a kind are counted. */
    totalCount: z.int(),
    isMore: z.boolean(),
    /** The kinds of which more match than are here. */
    more: z.array(z.enum(searchKinds)),
  }),
});
