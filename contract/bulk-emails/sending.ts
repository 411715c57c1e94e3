import * as z from 'zod/mini';
import { bulkEmail } from './endpoints.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

export const bulkRunTexts = {
  notRunning: 'This bulk email is not being processed.',
  notProcessed: 'This bulk email has not been processed yet.',
  stopped: 'Stopped before it was sent',
  askStop:
    'Those who have not been sent to yet will get nothing. They are listed, and can be sent to later.',
  nothingToRetry: 'None of these can be sent to again.',
  chooseRetry: 'Please choose whom to send to again.',
  askRetryUncertain: 'They may have got this email already. Send it to them again?',
} as const;

/** Pending includes those that are being sent to at this moment. */
export const recipientOutcomes = ['pending', 'sent', 'failed', 'suppressed', 'uncertain'] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

export const recipientOutcomeNames: Readonly<Record<RecipientOutcome, string>> = {
  pending: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Not sent',
  uncertain: 'Uncertain',
};

export const processBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/process',
  access: 'admin',
  summary: 'Freeze the recipients and begin to send; a second press is a 409',
  params: idParams,
  reply: bulkEmail,
  idempotent: true,
});

export const countRecipients = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails/:id/recipients/count',
  access: 'admin',
  summary: 'How many would get it now, for the confirmation',
  params: idParams,
  reply: z.object({
    total: z.int(),
    /** Unsubscribed, or refused by their mail server before. */
    suppressed: z.int(),
    toSend: z.int(),
    perMinute: z.nullable(z.int()),
    perDay: z.nullable(z.int()),
    /** How long the limits make it last; `null` when there are none. */
    minutes: z.nullable(z.int()),
    /** Placeholders that it uses and that are empty for so many. */
    empty: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

const outcomeFilter = z.optional(z.nullable(z.union([z.literal(''), z.enum(recipientOutcomes)])));

export const bulkRecipient = z.object({
  id,
  email: z.string(),
  name: z.string(),
  outcome: z.enum(recipientOutcomes),
  /** The mail server's words, or why nothing was sent. */
  answer: z.nullable(z.string()),
  attempts: z.int(),
  /** When that came to be; of one that was put off, when it is tried again. */
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
  access: 'admin',
  summary: 'Whom it goes to and what became of each, by address',
  params: idParams,
  body: searchBody({ outcome: outcomeFilter, email: textFilter }, ['Email', 'Name', 'Outcome']),
  reply: found(bulkRecipient),
  csv: { name: 'recipients', columns: recipientCsv },
});

/** Chosen ones by id, or all of one outcome; sent ones are never among them. */
export const retryBulkRecipients = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/retry',
  access: 'admin',
  summary: 'Send again to those who were chosen among the failed, the uncertain and the not sent',
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
  access: 'admin',
  summary: 'Send to nobody else until it is resumed',
  params: idParams,
  reply: bulkEmail,
});

export const resumeBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/resume',
  access: 'admin',
  summary: 'Go on, after a pause or after it was held for failures',
  params: idParams,
  reply: bulkEmail,
});

export const stopBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/:id/stop',
  access: 'admin',
  summary: 'End it: those who wait are not sent to',
  params: idParams,
  reply: bulkEmail,
});
