import * as z from 'zod/mini';
import { statusNames } from './member-statuses/endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** Figures above the administrators' lists. Each links to the rows that it counts. product-rules 11.2. */
export const summaryTexts = {
  title: 'Summary',
  failed: 'Failed to fetch the summary',
  error: 'Error fetching the summary',
  asTable: 'Show as table',
  asBars: 'Show as bars',
  receivedByMonth: 'Received by month',
  elsewhere: 'Of it reported elsewhere',
  pending: 'Pending',
  unpaidByAge: 'Unpaid by age',
  /** "Financial year 2027 (Mar 2026 to Feb 2027)" */
  paidIn: (title: string) => `Paid in ${title.replace(/^F/, 'f')}`,
  membersByStatus: 'Members by status',
  noMembers: 'There are no members yet.',
} as const;

/** From the first to the last day, both included; `null` is open. */
const days = { from: z.nullable(z.string()), to: z.nullable(z.string()) };
/** Rand; a sum may be larger than any single amount. */
const sum = { count: z.int(), amount: z.number() };

export const donationSummary = z.object({
  /** The twelve months up to this one, by the day on which the money arrived. */
  months: z.array(
    z.object({
      month: z.string(),
      ...days,
      ...sum,
      /** Rand. Of the amount what was reported elsewhere, and is not in Month End. */
      elsewhere: z.number(),
    }),
  ),
  pending: z.object(sum),
});
export type DonationSummary = z.output<typeof donationSummary>;

export const summarizeDonations = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/summary',
  permission: 'money.read',
  summary: 'Donations received in each of twelve months, and what is pending',
  reply: donationSummary,
});

/** Days since the invoice was created. The last range has no end. */
export const invoiceAges = ['0-30', '31-60', '61-90', '90+'] as const;
export const invoiceAgeNames: Readonly<Record<(typeof invoiceAges)[number], string>> = {
  '0-30': '0–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  '90+': 'Over 90 days',
};

export const invoiceSummary = z.object({
  unpaid: z.array(z.object({ age: z.enum(invoiceAges), ...days, ...sum })),
  /** In the financial year of today, as the ledger has it. `count` is that of its movements. */
  paid: z.object({ period: z.string(), title: z.string(), ...sum }),
});
export type InvoiceSummary = z.output<typeof invoiceSummary>;

export const summarizeInvoices = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/summary',
  permission: 'money.read',
  summary: 'Unpaid invoices by their age, and what was paid in the financial year',
  reply: invoiceSummary,
});

/** The order of a membership's life. Custom statuses follow. */
export const statusOrder: readonly string[] = [
  statusNames.active,
  statusNames.due,
  statusNames.expired,
  statusNames.pending,
  statusNames.deactivated,
];

export const memberSummary = z.object({
  statuses: z.array(z.object({ id, name: z.string(), count: z.int() })),
});
export type MemberSummary = z.output<typeof memberSummary>;

export const summarizeMembers = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/summary',
  permission: 'members.read',
  summary: 'The number of members in each status',
  reply: memberSummary,
});
