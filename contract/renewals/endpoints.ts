import { keptHere } from '#contract/communication/kept-mail.ts';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { chosenId, id, money } from '#contract/fields.ts';
import { offeredPaymentType } from '#contract/invoices/endpoints.ts';
import { memberFilters } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';

/** Texts for renewing one membership. product-rules 16.6. */
export const renewTexts = {
  eftNext: 'An invoice will be sent to your email address with EFT details.',
  /** Beside it, without a mail server. */
  eftKept: 'We cannot send emails yet. Your invoice is on this page.',
  paidByCredit:
    'The money that we hold for you has paid this renewal. A receipt is sent to your email address.',
  failed: 'Failed to generate invoice. Please try again.',
  updateFailed: 'Failed to update member data. Please check and try again.',
  error: 'An unexpected error occurred. Please try again later.',
  chooseMember: 'Please choose a member.',
  notDue: 'A membership can be renewed once it is Due for Renewal or Expired.',
  archived: 'This member is archived and cannot be invoiced.',
  freeRunsOn: 'This free membership is valid for more than two months. It cannot be renewed yet.',
  feeIs: (rand: number) =>
    `The renewal fee is ${formatRand(rand)}. Please check the member type and try again.`,
} as const;

/** The void reason when a new invoice with another fee or type replaces an open one. */
export const replacedReason = 'Replaced: the fee has changed';

export const generateInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/generate',
  access: 'signedIn',
  permission: 'members.write',
  summary:
    'Issue the renewal invoice, or return the open one with this method; EFT is mailed. Null: a free type, renewed at once',
  body: z.object({
    /** Must be the fee of the member's type. The error states the right fee. */
    amount: money,
    memberId: chosenId(renewTexts.chooseMember),
    paymentType: offeredPaymentType,
  }),
  reply: z.nullable(id),
  idempotent: true,
  limit: { most: 20, per: 'hour' },
});

/** Texts for sending renewals. product-rules 15.10, 16.5. */
export const renewalTexts = {
  send: 'Send renewals',
  noneSelected: 'Please select at least one member.',
  tooMany: 'Please select at most 2000 members, or all that match.',
  sent: 'Renewals sent successfully.',
  kept: `The invoices are ${keptHere}`,
  failed: 'Failed to send renewals. Please try again.',
  lost: 'The connection was lost. You can press Send renewals again. No member gets two invoices.',
  ask: 'Each member is sent an invoice with our bank details and a link to pay by card.',
  interrupted:
    'The application is restarting. The renewals continue automatically, and no member gets two invoices.',
  toSend: 'Invoices to send',
  carried: (members: number, rand: number) =>
    `${formatRand(rand)} that is held for ${members === 1 ? '1 of these members' : `${members} of these members`} is counted. An invoice that is paid by it is not sent: the member gets the receipt.`,
  created: 'Invoices sent',
  nobody: 'None of these members needs a renewal invoice now.',
  leave: 'You can leave this page. Sending continues.',
  running: (who: string) => `${who} is sending renewals`,
  progress: (done: number, total: number) => `${done} of ${total} members processed`,
  /** Of a member who has never paid. */
  sendFirst: 'Send invoice',
  firstSent: 'Invoice sent.',
  firstKept: `The invoice is ${keptHere}`,
} as const;

/** The reasons to skip a member. The first that applies is reported. product-rules 6.19. */
export const skipReasons = [
  'Unknown member',
  'Archived',
  'Deactivated',
  'Free membership',
  'Open invoice',
  'Already renewed',
] as const;
/** Explanations of the reasons. */
export const skipHints: Readonly<Record<(typeof skipReasons)[number], string>> = {
  'Unknown member': 'Deleted in the meantime',
  Archived: 'Archived',
  Deactivated: 'Deactivated',
  'Free membership': 'Free membership, nothing to pay',
  'Open invoice': 'Already have an open invoice',
  'Already renewed': 'Paid for more than two months ahead',
};
const skipped = z.array(z.object({ reason: z.enum(skipReasons), count: z.int() }));
export type SkipReason = (typeof skipReasons)[number];

/** `sendAll` selects all members that match the filters; otherwise `selectedItems` applies. */
const renewalsSelection = z.object({
  filters: z.optional(z.nullable(z.object(memberFilters))),
  selectedItems: z.optional(z.nullable(z.array(id).check(z.maxLength(2000, renewalTexts.tooMany)))),
  sendAll: z.optional(z.nullable(z.boolean('sendAll is true or false.'))),
});
export type RenewalsSelection = z.output<typeof renewalsSelection>;

export const previewRenewals = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/preview-renewals',
  permission: 'members.read',
  readOnly: true,
  summary: 'The number of renewal invoices to send, and the reasons why members are skipped',
  body: renewalsSelection,
  reply: z.object({
    toSend: z.int(),
    /**
     * Money that is held for these members' own invoices and pays the new ones, or a part of them. `null`
     * for a caller who may not see money.
     */
    carried: z.nullable(z.object({ members: z.int(), amount: z.number() })),
    skipped,
    /** Who they are, if they are few. */
    skippedMembers: z.array(z.object({ reason: z.enum(skipReasons), name: z.string() })),
    /** The labels of the bank details that the invoices would lack. */
    missingBankDetails: z.array(z.string()),
  }),
});

export const sendRenewals = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/send-renewals',
  permission: 'members.write',
  summary: 'Issue and mail EFT renewal invoices, at most one per member and period',
  body: renewalsSelection,
  reply: z.object({ created: z.int(), skipped }),
});

const renewalRun = z.object({
  id,
  startedBy: z.string(),
  isOwn: z.boolean(),
  startedUtc: z.string(),
  /** The number of members in the run. `done` counts those that have been processed. */
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
  permission: 'members.read',
  summary: 'The latest ten renewal runs, with their progress',
  reply: z.array(renewalRun),
});
