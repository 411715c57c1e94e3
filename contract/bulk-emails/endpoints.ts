import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  chosenId,
  id,
  idParams,
  optionalText,
  requiredLines,
  requiredText,
} from '#contract/fields.ts';
import { found, pagingQuery, searchBody, textFilter } from '#contract/search.ts';

/** The only statuses on the screens. Pausing and stopping are separate fields. product-rules 9.5. */
export const bulkEmailStatuses = ['Pending', 'Processing', 'Complete'] as const;

export const bulkEmailTexts = {
  heading: 'Manage Bulk Emails',
  failed: 'Failed to fetch bulk emails',
  error: 'Error fetching bulk emails',
  notFound: 'This bulk email does not exist.',
  noList: 'Please choose a communication list.',
  noSubject: 'Subject is required.',
  noContent: 'Content is required.',
  tooManyTags: 'The content has too many paragraphs and formats. Please shorten it.',
  pending: 'Pending...',
  process: 'Process Bulk Send',
  askProcess: 'Are you sure you want to process this bulk email?',
  locked: 'This bulk email has been processed and cannot be changed or deleted.',
  /** Also while it is paused. */
  lockedNow: 'This bulk email has started, so it cannot be changed or deleted.',
  already: 'This bulk email is already being processed.',
  nobody: 'This list has no recipients: it is empty, or all have unsubscribed.',
  saved: 'Bulk email saved.',
  added: 'Bulk email added.',
  unknown: (names: readonly string[]) =>
    names.length === 1
      ? `This list cannot fill {{${names[0]}}}. Please choose one of its replacement values.`
      : `This list cannot fill ${names.map((name) => `{{${name}}}`).join(', ')}. Please choose from its replacement values.`,
} as const;

export const longestContent = 500_000;
/** Tags of the content, opening and closing. What is nested deeper than any editor makes it takes seconds to check. */
const mostTags = 20_000;
/** JSON of a bulk email, in bytes. product-rules 1.13. */
export const largestBulkEmail = 1024 * 1024;

const count = z.int();
const instant = z.nullable(z.string());

export const bulkEmail = z.object({
  id,
  subject: z.string(),
  /** The heading inside the email. If it is empty, the subject is used. */
  title: z.string(),
  content: z.string(),
  communicationListId: id,
  communicationListName: z.string(),
  /** It asks for money, so it is sent only to recipients who agreed to appeals. */
  isAppeal: z.boolean(),
  attachmentPath: instant,
  attachmentName: instant,
  attachmentSize: z.nullable(count),
  bulkEmailStatusName: z.enum(bulkEmailStatuses),
  /** Fixed when processing starts, 0 before. Always the sum of the five counts that follow. */
  totalCount: count,
  /** All except the pending. */
  totalCountProcessed: count,
  sentCount: count,
  /** Without a mail server, the emails that count as sent are kept here. */
  isCaptured: z.boolean(),
  failedCount: count,
  suppressedCount: count,
  uncertainCount: count,
  pendingCount: count,
  createdUtc: z.string(),
  processingUtc: instant,
  processedBy: instant,
  completedUtc: instant,
  lastSentUtc: instant,
  /** These refine the status Processing. */
  isPaused: z.boolean(),
  isHeld: z.boolean(),
  heldReason: instant,
  isStopped: z.boolean(),
  /** The mail server's last error that was not about one recipient. Cleared by the next success. */
  trouble: instant,
  /** The next retry of an email that the mail server deferred. */
  nextAttemptUtc: instant,
});
export type BulkEmail = z.output<typeof bulkEmail>;

const bulkEmailCsv = [
  { header: 'Subject', field: 'subject' },
  { header: 'Send To', field: 'communicationListName' },
  { header: 'Status', field: 'bulkEmailStatusName' },
  { header: 'Total Count', field: 'totalCount' },
  { header: 'Total Processed', field: 'totalCountProcessed' },
  { header: 'Sent', field: 'sentCount' },
  { header: 'Failed', field: 'failedCount' },
  { header: 'Not sent', field: 'suppressedCount' },
  { header: 'Uncertain', field: 'uncertainCount' },
  { header: 'Created', field: 'createdUtc', kind: 'moment' },
] as const satisfies CsvColumns<BulkEmail>;

/** The fields that the form edits; the progress is in other fields. */
export const bulkEmailFields = [
  'communicationListId',
  'subject',
  'title',
  'content',
  'isAppeal',
  'attachmentPath',
] as const;

export const bulkEmailForm = z.object({
  communicationListId: chosenId(bulkEmailTexts.noList),
  subject: requiredText(bulkEmailTexts.noSubject, 200),
  title: z.optional(z.nullable(optionalText(200))),
  content: requiredLines(bulkEmailTexts.noContent, longestContent).check(
    z.refine(
      (html) => html.split('<', mostTags + 2).length <= mostTags + 1,
      bulkEmailTexts.tooManyTags,
    ),
  ),
  isAppeal: z.optional(z.nullable(z.boolean())),
  /** As the upload answered it; `null` or `''` for none. */
  attachmentPath: z.optional(z.nullable(optionalText(200))),
});

export const listBulkEmailStatuses = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails/statuses',
  permission: 'mail.read',
  summary: 'The statuses that a bulk email goes through, in order',
  reply: z.array(z.object({ name: z.enum(bulkEmailStatuses) })),
});

export const listBulkEmails = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails',
  permission: 'mail.read',
  summary: 'Bulk emails, a page at a time',
  query: pagingQuery,
  reply: z.array(bulkEmail),
  counted: true,
});

export const searchBulkEmails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/search',
  permission: 'mail.read',
  readOnly: true,
  summary: 'Bulk emails that match, the newest first',
  body: searchBody({ subject: textFilter }, [
    'CreatedUtc',
    'Subject',
    'CommunicationListName',
    'Status',
    'Content',
    'TotalCount',
    'TotalCountProcessed',
  ]),
  reply: found(bulkEmail),
  csv: { name: 'bulk-emails', columns: bulkEmailCsv },
});

export const createBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails',
  permission: 'mail.write',
  summary: 'Add a bulk email; an unknown placeholder is refused with its name',
  body: bulkEmailForm,
  largestBody: largestBulkEmail,
  reply: bulkEmail,
  status: 201,
  idempotent: true,
});

export const getBulkEmail = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails/:id',
  permission: 'mail.read',
  summary: 'One bulk email, with its progress',
  params: idParams,
  reply: bulkEmail,
  versioned: bulkEmailFields,
});

export const updateBulkEmail = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/bulkemails/:id',
  permission: 'mail.write',
  summary: 'Change a bulk email that has not been processed',
  params: idParams,
  body: z.partial(bulkEmailForm),
  largestBody: largestBulkEmail,
  reply: bulkEmail,
  versioned: bulkEmailFields,
});

export const deleteBulkEmail = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/bulkemails/:id',
  permission: 'mail.write',
  summary: 'Delete a bulk email that has not been processed',
  params: idParams,
  status: 204,
});
