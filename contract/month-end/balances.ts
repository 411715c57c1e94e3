import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, id } from '#contract/fields.ts';
import { dayFilter, found, searchBody, textFilter } from '#contract/search.ts';

export const balanceNames = { debtor: 'Owed to us', creditor: 'Credit owed by us' } as const;
/** A credit that was used before its money went back is less than nothing. */
export const balanceRowNames = {
  ...balanceNames,
  returned: 'Money that went back: owed to us',
} as const;

export const balanceTexts = {
  heading: 'Owed and Credits',
  failed: 'Failed to fetch what is owed',
  error: 'Error fetching what is owed',
  none: 'Nothing is owed',
  day: 'At the end of',
  kind: 'Owed to us or by us',
  debtors: 'Owed to us',
  creditors: 'Credits owed by us',
  deleted: 'Deleted',
} as const;

const balance = z.object({
  id: z.string(),
  kind: z.enum(['debtor', 'creditor', 'returned']),
  /** Empty: the record was deleted, or the person erased. */
  person: z.string(),
  /** "INV-00042". Empty: money without a record. */
  document: z.string(),
  recordKind: z.nullable(z.enum(['invoice', 'donation'])),
  /** Null: there is none, or it was deleted. */
  recordId: z.nullable(id),
  /** On which the invoice was issued, or the money came. */
  day,
  /** Days from then to the end of the day that is asked for. */
  age: z.int(),
  /** Rand. Less than nothing of an invoice that was paid before it was issued, and of money that went back. */
  amount: z.number(),
});
export type Balance = z.output<typeof balance>;

const columns = [
  { header: 'Owed', field: 'kind', names: balanceRowNames },
  { header: 'Person', field: 'person' },
  { header: 'Document', field: 'document' },
  { header: 'Day', field: 'day', kind: 'day' },
  { header: 'Age in days', field: 'age' },
  { header: 'Amount', field: 'amount', kind: 'money' },
] as const satisfies CsvColumns<Balance>;

export const searchBalances = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/balances/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Debtors and creditors at the end of a day, by person and document',
  body: searchBody(
    {
      /** The default is today. */
      day: dayFilter,
      /** "debtor" or "creditor". The default is both. */
      kind: textFilter,
    },
    ['Day', 'Person', 'Amount'],
  ),
  reply: z.extend(found(balance), {
    day,
    /** Rand, of all matches. */
    debtors: z.number(),
    creditors: z.number(),
  }),
  csv: { name: 'owed-and-credits', columns },
});
