import * as z from 'zod/mini';
import { bulkEmailForm, largestBulkEmail } from './endpoints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { email, optionalText } from '#contract/fields.ts';

export const mostTestAddresses = 5;

export const bulkPreviewTexts = {
  noAddress: 'Please enter an address to send the test to.',
  tooMany: `A test goes to at most ${mostTestAddresses} addresses.`,
  testPrefix: '[Test]',
  testSent: 'The test is on its way.',
  nobody: 'This list is empty at the moment, so the placeholders are not filled in.',
} as const;

/** The current form, saved or not, and the recipient to preview it for. */
const draft = {
  ...bulkEmailForm.shape,
  /** Part of a name or an address. The match at `index` is previewed. */
  find: z.optional(z.nullable(optionalText(200))),
  index: z.optional(
    z.nullable(z.int().check(z.gte(0, 'The first is 0.'), z.lte(10_000_000, 'There are fewer.'))),
  ),
};

const emptyValue = z.object({ name: z.string(), count: z.int() });

export const previewBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/preview',
  permission: 'mail.read',
  readOnly: true,
  summary: 'The email as one recipient would receive it, as HTML and as text',
  body: z.object(draft),
  largestBody: largestBulkEmail,
  reply: z.object({
    /** `null` when no recipient matches. */
    recipient: z.nullable(z.object({ email: z.string(), name: z.string() })),
    index: z.int(),
    /** The number of matches, without suppressed addresses. */
    total: z.int(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** The placeholders in use that are empty for some recipients, and for how many. */
    empty: z.array(emptyValue),
    /** The bytes of one message, including the encoded attachment. */
    size: z.int(),
  }),
});

export const sendTestBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/test',
  permission: 'mail.write',
  summary: 'Send it as a test to up to five addresses, by default to your own',
  body: z.object({
    ...draft,
    addresses: z.optional(
      z.nullable(z.array(email()).check(z.maxLength(mostTestAddresses, bulkPreviewTexts.tooMany))),
    ),
  }),
  largestBody: largestBulkEmail,
  reply: z.object({ sentTo: z.array(z.string()) }),
  idempotent: true,
});
