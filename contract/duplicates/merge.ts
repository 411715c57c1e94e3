import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { type Day, formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money } from '#contract/fields.ts';
import { member } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';

export const mergeTexts = {
  title: 'Merge Members',
  intro: (kept: string) =>
    `Both records become one: ${kept}. Invoices, payments, periods, relatives and consents of the other record move to it. The other record is archived, and its links and mails lead to this one.`,
  details: 'Details',
  side: { kept: 'From the record that stays', merged: 'From the other record' },
  record: { kept: 'This record stays.', merged: 'This record is merged into the other one.' },
  empty: 'Empty',
  emailHint:
    'The member signs in with the chosen email and its password. The other email and its password no longer work.',
  passwordStays: (email: string) => `The password of ${email} stays.`,
  noPassword: (email: string) =>
    `${email} has no password yet. The member sets one with "Forgot password".`,
  periods: 'Periods',
  periodsAsk: 'These periods overlap. Choose which stay.',
  overlap: (place: number) => `Overlap ${place}`,
  invoices: 'Open membership invoices',
  invoicesAsk: 'A member has one open membership invoice. Choose which stays. The other is voided.',
  relatives: 'Relatives',
  relativesAsk: 'A member has at most four relatives. Choose those who stay.',
  relativesMost: 'Choose at most four relatives.',
  hidden: (count: number, type: string) =>
    `${counted(count, 'relative')} ${count === 1 ? 'is' : 'are'} then no longer covered, because the type ${type} has no relatives. They are kept hidden, and return when the member has a family type again.`,
  moves: 'What moves',
  mails: (count: number) =>
    `${counted(count, 'email')} of the other record ${count === 1 ? 'is' : 'are'} shown with the record that stays.`,
  nothing: 'Nothing.',
  confirm: 'Merge',
  loading: 'Comparing the two records…',
  askTitle: 'Merge the two records?',
  askBody: (merged: string, kept: string) =>
    `${merged} becomes part of ${kept}. You can undo this until something new depends on it, such as a payment.`,
  askPaidUntil: (day: Day) => `The membership is then paid until ${formatDay(day)}.`,
  askLost: (period: MergePeriod) => {
    const left = `${periodInWords(period)} is left out.`;
    const { amount, invoiceNumber } = period;
    return amount === null || invoiceNumber === null
      ? left
      : `${left} ${formatRand(amount)} of ${invoiceNumber} then pays for nothing.`;
  },
  askType: (chosen: string, ofPeriod: string) =>
    `The type becomes ${chosen}, and the last period is of ${ofPeriod}.`,
  askConfirm: 'Yes, merge',
  askCancel: 'No, go back',
  done: (name: string) => `The two records are now one: ${name}.`,
  reload: 'Compare again',
  isAdministrator: (name: string) =>
    `${name} is an administrator, whose sign-in cannot be merged. Delete the administrator under Users first.`,
  bothAsked: 'Both have asked to be erased. Answer one of the requests first.',
  relativeUnknown: 'One of the relatives has changed. Compare the records again.',
  partPaid: (number: string) =>
    `${number} was paid in part, so it cannot be voided by a merge. Choose that it stays, or void it first: its money becomes a credit.`,
  invoiceMissing: 'Choose which open invoice stays.',
  voidReason: 'The member was merged with another record',
} as const;

export const undoMergeTexts = {
  merged: (name: string, when: string, by: string) =>
    `${name} was merged into this record on ${when} by ${by}.`,
  undo: 'Undo the merge',
  askTitle: 'Undo the merge?',
  askBody: 'Both records become what they were before the merge.',
  askConfirm: 'Yes, undo it',
  askCancel: 'No, cancel',
  done: 'The merge is undone. Both records are as before.',
  notFound: 'This merge does not exist.',
  already: 'This merge was undone already.',
  cannot: (reasons: string) => `The merge cannot be undone any more: ${reasons}.`,
  reasons: {
    erased: 'the details were erased',
    gone: 'the record was archived or merged',
    restored: 'the other record was changed',
    members: 'the details, the type or the status of the member were changed',
    users: 'the sign-in was changed',
    email: (email: string) => `another user has the address ${email}`,
    invoice: 'there is a new invoice',
    payment: 'there is a new payment',
    period: 'there is a new period',
    relative: 'there is a new relative',
    request: 'there is a new request of the member',
    changed: 'a period, a relative, an invoice or a consent was changed or deleted',
  },
} as const;

export const mergeSides = ['kept', 'merged'] as const;
export type MergeSide = (typeof mergeSides)[number];
const side = z.enum(mergeSides, 'Choose one of the two records.');

export const mergeFields = [
  'title',
  'firstName',
  'lastName',
  'email',
  'phone',
  'postalAddress',
  'zipCode',
  'memberType',
  'memberStatus',
] as const;
export type MergeField = (typeof mergeFields)[number];

export const mergeFieldWords: Readonly<Record<MergeField, string>> = {
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  postalAddress: 'Postal address',
  zipCode: 'Zip code',
  memberType: 'Member type',
  memberStatus: 'Member status',
};

const record = z.object({
  id,
  name: z.string(),
  membershipNumber: z.nullable(z.string()),
  email: z.string(),
  signupDate: z.string(),
  paidUntil: z.nullable(z.string()),
  memberStatusName: z.string(),
  hasPassword: z.boolean(),
});

const period = z.object({
  id,
  side,
  startsOn: z.string(),
  endsOn: z.string(),
  memberTypeName: z.string(),
  invoiceNumber: z.nullable(z.string()),
  /** What was paid of the invoice. Null if nothing was. */
  amount: z.nullable(money),
});
export type MergePeriod = z.output<typeof period>;

const mergePreview = z.object({
  kept: record,
  merged: record,
  /** Why the two cannot be merged now, and what to do. */
  problem: z.nullable(z.string()),
  /** The fields that differ, with the side that is proposed. */
  fields: z.array(
    z.object({ field: z.enum(mergeFields), kept: z.string(), merged: z.string(), proposed: side }),
  ),
  /** Each a group of periods that overlap: those of one side stay. */
  overlaps: z.array(z.object({ periods: z.array(period), proposed: side })),
  /** The last period that overlaps none, and so stays. */
  lastApart: z.nullable(period),
  /** Two open membership invoices, of which one is voided. */
  openInvoices: z.array(z.object({ id, side, invoiceNumber: z.string(), amount: money })),
  /** Those with a seat. Empty if they all fit and are different children. */
  relatives: z.array(
    z.object({
      id,
      side,
      name: z.string(),
      dateOfBirth: z.nullable(z.string()),
      isProposed: z.boolean(),
    }),
  ),
  /** How many relatives with a seat the type covers. Null: the type has no relatives. */
  covered: z.object({ kept: z.nullable(z.int()), merged: z.nullable(z.int()) }),
  /** How much the other record has. `outcomeOf` says what moves with the choices. */
  moves: z.object({
    invoices: z.int(),
    payments: z.int(),
    periods: z.int(),
    relatives: z.int(),
    consents: z.object({ kept: z.int(), merged: z.int() }),
    mails: z.int(),
  }),
  /** Sent with the merge, which is refused if something has changed. */
  version: z.string(),
});
export type MergePreview = z.output<typeof mergePreview>;

/** "12 Oct 2026 to 11 Oct 2027, Individual, INV-00320". */
export function periodInWords({
  startsOn,
  endsOn,
  memberTypeName,
  invoiceNumber,
}: MergePeriod): string {
  return [`${formatDay(startsOn)} to ${formatDay(endsOn)}`, memberTypeName, invoiceNumber]
    .filter((word) => word !== null)
    .join(', ');
}

export const previewMerge = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/merge',
  permission: 'members.write',
  summary: 'What merging two members would do, and what has to be chosen',
  params: idParams,
  query: z.object({ with: id }),
  reply: mergePreview,
});

export const mergeMembers = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/:id/merge',
  permission: 'members.write',
  summary: 'Merge two members. The older number stays, the other record leads to it',
  params: idParams,
  body: z.object({
    with: id,
    version: z.string().check(z.maxLength(100)),
    /** A field that is left out follows the proposal. */
    fields: z.optional(z.partialRecord(z.enum(mergeFields), side)),
    /** The side that stays, for each overlap in the order of the preview. */
    overlaps: z.optional(z.array(side).check(z.maxLength(200))),
    /** The open membership invoice that stays. */
    openInvoice: z.optional(side),
    /** The relatives with a seat who stay. */
    relatives: z.optional(z.array(id).check(z.maxLength(8))),
  }),
  reply: member,
  idempotent: true,
});

export const undoMerge = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/undo-merge/:id',
  permission: 'members.write',
  summary: 'Undo a merge, unless something new depends on it',
  params: idParams,
  reply: member,
  idempotent: true,
});
