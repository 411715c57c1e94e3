import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const mailLimitTexts = {
  hint: 'Leave it empty to send as fast as your mail server takes it. Only bulk emails are limited, never invoices, receipts or resets.',
  saved: 'Mail limits saved.',
  wrong: 'Please enter a whole number of at least 1.',
  tooMany: 'This number is too large.',
} as const;

const limit = (largest: number) =>
  z.optional(
    z.nullable(
      z
        .int(mailLimitTexts.wrong)
        .check(z.gte(1, mailLimitTexts.wrong), z.lte(largest, mailLimitTexts.tooMany)),
    ),
  );

/** How many bulk emails may leave in a minute and in a day; `null` is no limit. */
export const mailLimitsForm = z.object({ perMinute: limit(100_000), perDay: limit(10_000_000) });

const mailLimits = z.object({ perMinute: z.nullable(z.int()), perDay: z.nullable(z.int()) });
export type MailLimits = z.output<typeof mailLimits>;
const mailLimitFields = ['perMinute', 'perDay'] as const;

export const getMailLimits = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/limits',
  access: 'admin',
  summary: 'How fast bulk emails may leave',
  reply: mailLimits,
  versioned: mailLimitFields,
});

export const updateMailLimits = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/mail/limits',
  access: 'admin',
  summary: 'Change how fast bulk emails may leave; a run that is under way heeds it at once',
  body: mailLimitsForm,
  reply: mailLimits,
  versioned: mailLimitFields,
});
