import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { chosenId, id, money } from '#contract/fields.ts';
import { offeredPaymentType } from '#contract/invoices/endpoints.ts';
import { memberFilters } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';

/** What someone who renews one membership is told. product-rules 16.6. */
export const renewTexts = {
  eftNext: 'An invoice will be sent to your email address with EFT details.',
  failed: 'Failed to generate invoice. Please try again.',
  updateFailed: 'Failed to update member data. Please check and try again.',
  error: 'An unexpected error occurred. Please try again later.',
  chooseMember: 'Please choose a member.',
  notDue: 'A membership can be renewed once it is Due for Renewal or Expired.',
  archived: 'This member is archived: nothing can be invoiced.',
  freeRunsOn:
    'This free membership runs on for more than two months: there is nothing to renew yet.',
  feeIs: (rand: number) =>
    `The renewal fee is ${formatRand(rand)}. Please check the member type and try again.`,
} as const;

/** Why an invoice was withdrawn when its member was asked to pay another fee or for another type. */
export const replacedReason = 'Replaced: the fee has changed';

export const generateInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/generate',
  access: 'signedIn',
  summary:
    'Issue the renewal invoice, or answer the open one with this method; EFT is mailed. Null: a free type, renewed at once',
  body: z.object({
    /** The fee of the member's type; another one is refused with the fee. */
    amount: money,
    memberId: chosenId(renewTexts.chooseMember),
    paymentType: offeredPaymentType,
  }),
  reply: z.nullable(id),
  idempotent: true,
});

/** What the administrator who sends renewals is told. product-rules 15.10, 16.5. */
export const renewalTexts = {
  send: 'Send renewals',
  noneSelected: 'Please select at least one member.',
  tooMany: 'Please select at most 2000 members, or all that match.',
  sent: 'Renewals sent successfully.',
  failed: 'Failed to send renewals. Please try again.',
  lost: 'The answer did not arrive. You can press Send renewals again: nobody gets two.',
  ask: 'An invoice with our bank details and a link to pay by card is issued and mailed to each of them.',
  interrupted:
    'The application is about to start again. The renewals that were begun go on by themselves, and nobody gets two.',
  toSend: 'Invoices to send',
  created: 'Invoices sent',
  nobody: 'None of them can be sent a renewal now.',
  leave: 'You may leave this page: it goes on by itself.',
  running: (who: string) => `${who} is sending renewals`,
  progress: (done: number, total: number) => `${done} of ${total} members looked at`,
  reportTitle: 'Renewals sent',
} as const;

/** Why someone gets no renewal invoice; the first that fits. product-rules 6.19. */
export const skipReasons = [
  'Unknown member',
  'Archived',
  'Deactivated',
  'Free membership',
  'Open invoice',
  'Already renewed',
] as const;
/** What the reasons mean, where the words alone leave a question. */
export const skipHints: Readonly<Record<(typeof skipReasons)[number], string>> = {
  'Unknown member': 'Deleted meanwhile',
  Archived: 'Archived',
  Deactivated: 'Deactivated',
  'Free membership': 'Free membership, nothing to pay',
  'Open invoice': 'Have an open invoice already',
  'Already renewed': 'Paid for more than two months ahead',
};
const skipped = z.array(z.object({ reason: z.enum(skipReasons), count: z.int() }));
export type SkipReason = (typeof skipReasons)[number];

/** `sendAll` means all that the filters match; else the selected ones. */
const renewalsSelection = z.object({
  filters: z.optional(z.nullable(z.object(memberFilters))),
  selectedItems: z.optional(z.nullable(z.array(id).check(z.maxLength(2000, renewalTexts.tooMany)))),
  sendAll: z.optional(z.nullable(z.boolean('sendAll is true or false.'))),
});
export type RenewalsSelection = z.output<typeof renewalsSelection>;

export const previewRenewals = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/preview-renewals',
  access: 'admin',
  summary: 'How many renewal invoices would be sent, and why others get none',
  body: renewalsSelection,
  reply: z.object({ toSend: z.int(), skipped }),
});

export const sendRenewals = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/send-renewals',
  access: 'admin',
  summary:
    'Issue and mail EFT renewal invoices, once per member and period however often it is asked',
  body: renewalsSelection,
  reply: z.object({ created: z.int(), skipped }),
});

const renewalRun = z.object({
  id,
  startedBy: z.string(),
  isOwn: z.boolean(),
  startedUtc: z.string(),
  /** How many members it is about, and how many of them it has looked at. */
  total: z.int(),
  done: z.int(),
  created: z.int(),
  skipped,
  finishedUtc: z.nullable(z.string()),
});
export type RenewalRun = z.output<typeof renewalRun>;

export const listRenewalRuns = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/renewals',
  access: 'admin',
  summary: 'The latest ten times that renewals were sent, with how far each has come',
  reply: z.array(renewalRun),
});
