import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const mailLimitTexts = {
  hint: 'Leave it empty to send as fast as your mail server accepts emails. Only bulk emails are limited, never invoices, receipts or password resets.',
  saved: 'Mail limits saved.',
  failed: 'Failed to fetch the sending limits',
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

/** The number of bulk emails per minute and per day; `null` means no limit. */
export const mailLimitsForm = z.object({ perMinute: limit(100_000), perDay: limit(10_000_000) });

const mailLimits = z.object({ perMinute: z.nullable(z.int()), perDay: z.nullable(z.int()) });
export type MailLimits = z.output<typeof mailLimits>;
const mailLimitFields = ['perMinute', 'perDay'] as const;

export const getMailLimits = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/limits',
  permission: 'settings',
  summary: 'The sending limits of bulk emails',
  reply: mailLimits,
  versioned: mailLimitFields,
});

export const updateMailLimits = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/mail/limits',
  permission: 'settings',
  summary: 'Change the sending limits of bulk emails; they apply at once, also to running ones',
  body: mailLimitsForm,
  reply: mailLimits,
  versioned: mailLimitFields,
});
