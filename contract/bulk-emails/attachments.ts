import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

/** Bytes; product-rules 10.2. */
export const largestAttachment = 10 * 1024 * 1024;
/** The types that the file dialog offers. The server checks the content itself. */
export const attachmentEndings =
  '.pdf,.jpg,.jpeg,.png,.gif,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.doc,.xls,.ppt,.txt,.csv,.ics';

/** The text of product-rules 16.12 first, then what to do. */
export const attachmentTexts = {
  refused: 'Bad Request: Invalid file or missing parameters.',
  failed: 'An error occurred while uploading the file.',
  missing: 'Please choose a file that is not empty.',
  noName: 'The name of the file is missing.',
  wrongType: 'Please choose a PDF, a picture, or a document of an office program.',
  tooLarge: 'An attachment is at most 10 MB. Please choose a smaller one.',
  notFound: 'This attachment does not exist.',
  notOurs: 'Please upload the attachment again.',
  hint: 'A PDF, a picture or an office document of at most 10 MB. It goes to every recipient.',
} as const;

/** The address at which administrators download an attachment. */
export const attachmentAddress = (fileId: string) => `/api/bulkemails/attachments/${fileId}`;

/** The body is the file; `fileName` is only a label. Returns the value for `attachmentPath`. */
export const uploadAttachment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/attachments/upload',
  permission: 'mail.write',
  summary: 'Store a file for use as an attachment of bulk emails; returns its path',
  query: z.object({ fileName: z.optional(z.string()) }),
  bytes: { largest: largestAttachment },
  reply: z.string(),
});

export const getAttachment = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bulkemails/attachments/:id',
  permission: 'mail.read',
  summary: 'The attachment of a bulk email',
  params: idParams,
  file: 'application/octet-stream',
});
