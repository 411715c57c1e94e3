import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { reasonForm } from '#contract/reason.ts';

export const erasureTexts = {
  open: 'Erase…',
  title: (name: string) => `Erase ${name}?`,
  intro:
    'Check first that the request comes from the person. The personal details are removed from every page, list and log, except from what stays. This cannot be undone.',
  willGo: 'This is removed or made anonymous',
  stays: 'This stays, because tax law requires it',
  nothing: 'Nothing.',
  confirm: 'Erase',
  cancel: 'No, cancel',
  done: 'The personal details are erased.',
  loading: 'Looking for what would be erased…',
  failed: 'The details could not be loaded. Please try again.',
  tryAgain: 'Try again',
  offerForOffice:
    'If a person asks you to delete everything, erase the personal details. What tax law requires stays.',
  archives:
    'The membership ends now. The record is archived, open invoices are voided, and the person can no longer sign in.',
  archiveAndErase: 'Archive and erase',
  isAdministrator:
    'This person is an administrator. Delete the administrator under Administrators first.',
  ofMember: 'This invoice belongs to a member. Open that member, and erase it there.',
  ofRecord:
    'This money names an invoice or a donation. Erase its payer on the page of the member, the invoice or the donation.',
  isMember: 'A member has this email address. Open that member, and erase it there.',
  noAddress: 'This person was erased, so there is no address to write to.',
  already: 'The personal details are erased already.',
  openInvoice: (invoice: string) =>
    `Invoice ${invoice} is not paid. Void it or record its payment first.`,
  partPaid: (number: string) =>
    `${number} was paid in part. Void it first. Then deal with its money under Credits, for example by refunding it.`,
  credit:
    'There is a credit: money that paid nothing. Deal with it under Credits first, for example by refunding it.',
  owesCredit:
    'The payer owes money that went back after it was refunded or used. Deal with it under Credits first.',
  cardUnderWay:
    'A card payment is still being checked. Try again when it is complete, or look under Card Payments.',
} as const;

const amounts = z.array(z.object({ what: z.string(), count: z.int() }));

const erasurePreview = z.object({
  /** Why it cannot be erased now, and what to do. */
  problem: z.nullable(z.string()),
  /** Erasing archives this member first. */
  archives: z.boolean(),
  goes: amounts,
  stays: amounts,
});
export type ErasurePreview = z.output<typeof erasurePreview>;

/** "3 emails", "2 invoices with a payment and the name", or null for none. */
export function amountInWords({ what, count }: { what: string; count: number }): string | null {
  if (count === 0) return null;
  const [thing = what, ...details] = what.split(' with ');
  return [counted(count, thing), ...details].join(' with ');
}

export const previewMemberErasure = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/erasure',
  permission: 'privacy',
  summary: 'What erasing the member would remove, what would stay, and why it may not be possible',
  params: idParams,
  reply: erasurePreview,
});

export const eraseMember = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/:id/erasure',
  permission: 'privacy',
  summary: 'Archive the member if needed, and remove the personal details everywhere',
  params: idParams,
  proof: 'always',
});

export const previewDonorErasure = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/:id/erasure',
  permission: 'privacy',
  summary: 'What erasing the donor would remove, what would stay, and why it may not be possible',
  params: idParams,
  reply: erasurePreview,
});

export const eraseDonor = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/:id/erasure',
  permission: 'privacy',
  summary: 'Remove the personal details of the donor, and of the address, everywhere',
  params: idParams,
  proof: 'always',
});

export const previewPayerErasure = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/erasure',
  permission: 'privacy',
  summary:
    'What erasing the payer of an invoice without a member would remove, and what would stay',
  params: idParams,
  reply: erasurePreview,
});

export const erasePayer = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/:id/erasure',
  permission: 'privacy',
  summary: 'Remove the personal details of the payer, and of the address, everywhere',
  params: idParams,
  proof: 'always',
});

export const previewMoneyErasure = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payments/:id/erasure',
  permission: 'privacy',
  summary: 'What erasing the sender of money without a record would remove, and what would stay',
  params: idParams,
  reply: erasurePreview,
});

export const eraseMoney = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/:id/erasure',
  permission: 'privacy',
  summary: 'Remove the sender of money that belongs to no invoice and no donation, everywhere',
  params: idParams,
  proof: 'always',
});

export const erasureRequestTexts = {
  offer:
    'You can ask us to erase your personal details. An administrator answers within 30 days. If they are erased, your membership ends on that day, without a refund. We keep paid invoices, payments and receipts, with your name and address on them, for as long as tax law requires.',
  ask: 'Ask to be erased',
  askTitle: 'Ask to be erased?',
  askBody:
    'We erase your name, addresses, phone number, picture and relatives, but not the name and address on paid invoices and receipts, which tax law requires. Your membership ends without a refund, and you can no longer sign in. We email you our answer.',
  confirm: 'Yes, ask',
  cancel: 'No, cancel',
  asked: 'We have your request, and email you our answer.',
  waiting: (when: string) =>
    `You asked on ${when} to be erased. We email you our answer. Write to us if you have changed your mind.`,
  declined: (when: string, reason: string) => `We declined your request on ${when}: ${reason}`,
  failed: 'Your request could not be loaded. Please try again.',
  ofMember: (when: string) => `This member asked on ${when} to be erased.`,
  decline: 'Decline…',
  declineTitle: 'Decline the request?',
  declineBody: 'The member gets an email with your reason.',
  declineConfirm: 'Decline',
  declinedDone: 'The request is declined. The member gets an email.',
  answerFirst:
    'This member has asked to be erased. Erase the member instead of deleting, or decline the request. Both are under Privacy on this page.',
  noRequest: 'There is no open request of this member. It was answered already.',
  list: 'Requests to be erased',
  listFailed: 'The requests could not be loaded. Please try again.',
  tryAgain: 'Try again',
  none: 'No member has asked to be erased.',
} as const;

const request = z.object({
  /** The open request, or `null`. */
  askedUtc: z.nullable(z.string()),
  /** The last declined request, if none is open. */
  declinedUtc: z.nullable(z.string()),
  declinedReason: z.nullable(z.string()),
});
export type ErasureRequest = z.output<typeof request>;

export const getErasureRequest = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/erasure-request',
  access: 'signedIn',
  permission: 'privacy',
  summary: 'Whether the member has asked to be erased; a Member can read only their own',
  params: idParams,
  reply: request,
});

export const askForErasure = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/:id/erasure-request',
  access: 'signedIn',
  permission: 'privacy',
  summary: 'Ask to be erased; administrators get an email. Asking again changes nothing',
  params: idParams,
  reply: request,
});

export const declineErasure = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/decline-erasure/:id',
  permission: 'privacy',
  summary: 'Decline the open request of a member with a reason, which is mailed to the member',
  params: idParams,
  body: reasonForm,
  reply: request,
});

export const listErasureRequests = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/erasure-requests',
  permission: 'privacy',
  summary: 'The open requests to be erased, the oldest first, at most 100',
  reply: z.array(z.object({ memberId: id, name: z.string(), askedUtc: z.string() })),
});
