import * as z from 'zod/mini';
import { recipientOutcomes } from '#contract/bulk-emails/outcomes.ts';
import { loggedMail } from '#contract/communication/mail-log.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { invoice } from '#contract/invoices/endpoints.ts';
import { recordedPayment } from '#contract/payments/recorded-payment.ts';
import { found } from '#contract/search.ts';

/** The latest rows of each part of a member's story. */
export const storyLimits = { periods: 10, invoices: 5, payments: 5, mails: 5 } as const;

export const storyTexts = {
  failed: 'The periods, invoices, payments and mails could not be loaded.',
  recordFailed: 'The payments and mails could not be loaded.',
  periods: 'Periods',
  noPeriods: 'No membership period yet',
  earlierPeriods: (count: number) => `and ${count} earlier`,
  imported: (by: string) => `Imported by ${by}`,
  byHand: (name: string) => `Entered by hand by ${name}`,
  free: 'Free membership',
  invoices: 'Invoices',
  noInvoices: 'No invoices yet',
  mails: 'Mails',
  noMails: 'No mails yet',
  bulkEmail: 'Bulk email',
  showAll: (count: number) => `Show all ${count}`,
  showAllMails: 'Show all mails to this address',
  actions: 'Actions',
  delete: 'Delete member',
  newInvoice: 'New Invoice',
  openInvoice: (number: string) => `Open ${number}`,
  askedToBeErased: (when: string, day: string) =>
    `Asked to be erased on ${when}. Answer by ${day}.`,
  toErasure: 'Erase or decline',
} as const;

const period = z.object({
  id,
  startsOn: z.string(),
  /** The last day, inclusive. */
  endsOn: z.string(),
  memberTypeName: z.string(),
  /** This and the invoices, payments and mails about money are for those who may see money. */
  fee: z.nullable(money),
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  /** The administrator who entered the period without a payment. */
  enteredBy: z.nullable(z.string()),
  /** It came with an import. */
  isImported: z.boolean(),
});
export type MembershipPeriod = z.output<typeof period>;

const memberStory = z.object({
  /** Why the member has the status, in one sentence. */
  why: z.string(),
  /** What changes the status, and when. */
  next: z.string(),
  /** The member type has no fee. */
  isFree: z.boolean(),
  /** The open membership invoice. */
  openInvoice: z.nullable(z.object({ id, invoiceNumber: z.string() })),
  periods: found(period),
  invoices: found(invoice),
  payments: found(recordedPayment),
  /** The open request to be erased, for those who may answer it. */
  erasure: z.nullable(z.object({ askedUtc: z.string(), answerBy: z.string() })),
  /** The latest invitation has not left, as there was no mail server. */
  isInvitationKept: z.boolean(),
  /** To the member's address, or about the member's records. */
  mails: z.array(loggedMail),
  /** The latest bulk emails to the member's address. */
  bulkEmails: z.array(
    z.object({
      /** Of the bulk email. */
      id,
      subject: z.string(),
      outcome: z.enum(recipientOutcomes),
      atUtc: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
});
export type MemberStory = z.output<typeof memberStory>;

export const getMemberStory = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/story',
  permission: 'members.read',
  summary: 'Why a member has the status, and the latest periods, invoices, payments and mails',
  params: idParams,
  reply: memberStory,
});
