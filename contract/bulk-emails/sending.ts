import * as z from 'zod/mini';
import { bulkEmail, bulkEmailForm } from './endpoints.ts';
import { recipientOutcomes, recipientOutcomeNames } from './outcomes.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

export const bulkRunTexts = {
  notRunning: 'This bulk email is not being processed.',
  notProcessed: 'This bulk email has not been processed yet.',
  stopped: 'Stopped before it was sent',
  askStop:
    'The remaining recipients will not get this email. They stay on the list, and you can send to them later.',
  nothingToRetry: 'This email cannot be sent again to any of these recipients.',
  chooseRetry: 'Please select the recipients to send to again.',
} as const;

/** How many get it, and how many do not. */
const audience = {
  toSend: z.int(),
  /** On the list, but without the consent that this mail needs. product-rules 9.2. */
  noConsent: z.int(),
  unsubscribed: z.int(),
  /** Refused earlier by the recipient's mail server. */
  refused: z.int(),
  deactivated: z.int(),
};

export const processBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/process',
  permission: 'mail.write',
  summary: 'Fix the list of recipients and start sending; a repeat is a 409',
  params: idParams,
  reply: bulkEmail,
  idempotent: true,
});

export const countRecipients = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails/:id/recipients/count',
  permission: 'mail.read',
  summary: 'The number of people who would receive it now, for the confirmation',
  params: idParams,
  reply: z.object({
    ...audience,
    perMinute: z.nullable(z.int()),
    perDay: z.nullable(z.int()),
    /** The duration that the limits cause; `null` when there are none. */
    minutes: z.nullable(z.int()),
    /** The placeholders in use that are empty for some recipients, and for how many. */
    empty: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

export const countAudience = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/preview-audience',
  permission: 'mail.read',
  readOnly: true,
  summary: 'How many people a list or saved search would reach now, and whom it leaves out',
  body: z.object({
    communicationListId: bulkEmailForm.shape.communicationListId,
    isAppeal: bulkEmailForm.shape.isAppeal,
  }),
  reply: z.object(audience),
});

const outcomeFilter = z.optional(z.nullable(z.union([z.literal(''), z.enum(recipientOutcomes)])));

export const bulkRecipient = z.object({
  id,
  email: z.string(),
  name: z.string(),
  outcome: z.enum(recipientOutcomes),
  /** The mail server's reply, or the reason why nothing was sent. */
  answer: z.nullable(z.string()),
  attempts: z.int(),
  /** The time of the outcome; `nextAttemptUtc` is set while a deferred email waits. */
  outcomeUtc: z.nullable(z.string()),
  nextAttemptUtc: z.nullable(z.string()),
});
export type BulkRecipient = z.output<typeof bulkRecipient>;

const recipientCsv = [
  { header: 'Email', field: 'email' },
  { header: 'Name', field: 'name' },
  { header: 'Outcome', field: 'outcome', names: recipientOutcomeNames },
  { header: 'Answer', field: 'answer' },
  { header: 'When', field: 'outcomeUtc', kind: 'moment' },
] as const satisfies CsvColumns<BulkRecipient>;

export const searchBulkRecipients = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/recipients/search',
  permission: 'mail.read',
  readOnly: true,
  summary: 'The recipients and the outcome for each, by address',
  params: idParams,
  body: searchBody({ outcome: outcomeFilter, email: textFilter }, [
    'Email',
    'Name',
    'Outcome',
    'OutcomeUtc',
    'Answer',
  ]),
  reply: found(bulkRecipient),
  csv: { name: 'recipients', columns: recipientCsv },
});

/** Selected recipients by id, or all with one outcome. Recipients with the outcome sent are excluded. */
export const retryBulkRecipients = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/retry',
  permission: 'mail.write',
  summary: 'Send again to selected recipients with the outcome failed, uncertain or not sent',
  params: idParams,
  body: z.object({
    recipientIds: z.optional(z.nullable(z.array(id).check(z.maxLength(1000)))),
    outcome: z.optional(z.nullable(z.enum(['failed', 'uncertain', 'suppressed']))),
  }),
  reply: bulkEmail,
  idempotent: true,
});

export const pauseBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/pause',
  permission: 'mail.write',
  summary: 'Stop sending until it is resumed',
  params: idParams,
  reply: bulkEmail,
});

export const resumeBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/resume',
  permission: 'mail.write',
  summary: 'Continue after a pause, or after it was held because of failures',
  params: idParams,
  reply: bulkEmail,
});

export const stopBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/stop',
  permission: 'mail.write',
  summary: 'End it: the remaining recipients do not get it',
  params: idParams,
  reply: bulkEmail,
});
