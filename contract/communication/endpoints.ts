import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, optionalLines } from '#contract/fields.ts';
import { reasonForm } from '#contract/reason.ts';
import { dayFilter, found, searchBody, textFilter } from '#contract/search.ts';

export const communicationTexts = {
  listsFailed: 'Failed to fetch communication lists',
  listsError: 'Error fetching communication lists',
  unsubscribe: 'Unsubscribe',
  unsubscribed: 'Unsubscribed Successfully',
  unsubscribeFailed: 'We encountered an issue processing your request. Please try again later.',
  unsubscribeError: 'An unexpected error occurred. Please try again later.',
  badToken:
    'This link to unsubscribe is not valid. Please use the one at the end of an email from us.',
  heading: 'Unsubscribed Emails',
  erasedAddress: 'An erased address',
  failed: 'Failed to fetch unsubscribed emails',
  error: 'Error fetching unsubscribed emails',
  notFound: 'This address is not on the list.',
  askRelease: 'Are you sure that bulk emails may be sent to this address again?',
} as const;

/** `metadata.ReplacementValues` maps each placeholder that the list can fill to its description. */
export const communicationList = z.object({
  id,
  name: z.string(),
  metadata: z.object({ ReplacementValues: z.record(z.string(), z.string()) }),
});
export type CommunicationList = z.output<typeof communicationList>;

export const listCommunicationLists = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/communication/lists',
  permission: 'mail.read',
  summary: 'The lists for bulk emails; the first is the default',
  reply: z.array(communicationList),
});

const unsubscribeToken = z.string(communicationTexts.badToken);

/** A POST, so that the token is in no address and in no log. It changes nothing. */
export const readUnsubscribeLink = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/unsubscribe-link',
  access: 'anyone',
  readOnly: true,
  summary: 'The masked address that a link to unsubscribe is for; changes nothing',
  body: z.object({ token: unsubscribeToken }),
  reply: z.object({ maskedEmail: z.string() }),
});

/** `token` comes from the link in a bulk email. A repeated call also succeeds. */
export const unsubscribe = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/unsubscribe',
  access: 'anyone',
  summary: 'Stop bulk emails to the address that the link was sent to, any number of times',
  body: z.object({
    token: unsubscribeToken,
    reason: z.optional(z.nullable(optionalLines(500))),
  }),
});

export const unsubscribedEmail = z.object({
  id,
  email: z.string(),
  /** By the recipient's choice, or because the mail server reported that the address does not exist. */
  kind: z.enum(['unsubscribed', 'refused']),
  /** The recipient's reason or the mail server's reply. */
  reason: z.string(),
  createdUtc: z.string(),
});
export type UnsubscribedEmail = z.output<typeof unsubscribedEmail>;

export const unsubscribedKindNames: Readonly<Record<UnsubscribedEmail['kind'], string>> = {
  unsubscribed: 'Unsubscribed',
  refused: 'Refused by the mail server',
};

const csvColumns = [
  { header: 'Email', field: 'email' },
  { header: 'Kind', field: 'kind', names: unsubscribedKindNames },
  { header: 'Reason', field: 'reason' },
  { header: 'Date', field: 'createdUtc', kind: 'moment' },
] as const satisfies CsvColumns<UnsubscribedEmail>;

export const listUnsubscribedEmails = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/communication/unsubscribed-emails',
  permission: 'mail.read',
  summary: 'The latest 100 addresses that get no bulk emails; the search pages through all',
  reply: z.array(unsubscribedEmail),
  counted: true,
});

export const searchUnsubscribedEmails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/unsubscribed-emails/search',
  permission: 'mail.read',
  readOnly: true,
  summary: 'Addresses that get no bulk emails, the newest first',
  body: searchBody(
    {
      email: textFilter,
      reason: textFilter,
      kind: z.optional(z.nullable(z.enum(['', 'unsubscribed', 'refused']))),
      from: dayFilter,
      to: dayFilter,
    },
    ['CreatedUtc', 'Email', 'Reason', 'Kind'],
  ),
  reply: found(unsubscribedEmail),
  csv: { name: 'unsubscribed-emails', columns: csvColumns },
});

export const releaseUnsubscribedEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/communication/unsubscribed-emails/:id/release',
  permission: 'mail.write',
  summary: 'Allow bulk emails to the address again, with the reason why',
  params: idParams,
  body: reasonForm,
});
