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
  nobody: 'Nobody is on this list now: the placeholders stay as they are.',
} as const;

/** As it stands in the form, saved or not; and as whom it is looked at. */
const draft = {
  ...bulkEmailForm.shape,
  /** Part of a name or an address; of those whom it fits, the one at `index`. */
  find: z.optional(z.nullable(optionalText(200))),
  index: z.optional(
    z.nullable(z.int().check(z.gte(0, 'The first is 0.'), z.lte(10_000_000, 'There are fewer.'))),
  ),
};

const emptyValue = z.object({ name: z.string(), count: z.int() });

export const previewBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/preview',
  access: 'admin',
  summary: 'The email as one of its recipients would get it, in both forms',
  body: z.object(draft),
  largestBody: largestBulkEmail,
  reply: z.object({
    /** `null`: nobody fits. */
    recipient: z.nullable(z.object({ email: z.string(), name: z.string() })),
    index: z.int(),
    /** How many fit, without those who get no bulk emails. */
    total: z.int(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** Placeholders that it uses and that are empty for so many of all recipients. */
    empty: z.array(emptyValue),
    /** Bytes of one message, the attachment as it is sent included. */
    size: z.int(),
  }),
});

export const sendTestBulkEmail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bulkemails/test',
  access: 'admin',
  summary: 'Send it as a test to up to five addresses, the own one when none is given',
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
