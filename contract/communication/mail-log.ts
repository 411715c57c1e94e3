import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { dayFilter, found, searchBody, textFilter } from '#contract/search.ts';

export const mailLogTexts = {
  heading: 'Mail Log',
  failed: 'Failed to fetch the mail log',
  error: 'Error fetching the mail log',
  notFound: 'This mail does not exist.',
  sendAgain: 'Send again',
  askSendAgain: 'Are you sure you want to send this mail again?',
  sentAgain: 'The mail is on its way again.',
  waiting: 'This mail is still on its way. It is retried automatically.',
  signsIn:
    'This mail contained a sign-in link. Please send the invitation from the member’s page, or ask the member to reset the password.',
  needless: 'This email is out of date because the record has changed.',
} as const;

export const mailOutcomes = ['waiting', 'sent', 'failed'] as const;
export const mailOutcomeNames: Readonly<Record<(typeof mailOutcomes)[number], string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
};

/** The label of each kind. */
export const mailKinds = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  reminder: 'Reminder',
  invitation: 'Invitation',
  reset: 'Password reset',
  'ageing-out': 'A child turns 19',
  'email-changed': 'Address changed',
  'donation-details': 'How to pay a donation',
  'donation-thanks': 'Donation receipt',
  'bulk-test': 'Test of a bulk email',
  test: 'Test mail',
} as const;

export const loggedMail = z.object({
  id,
  kind: z.string(),
  /** The label of the kind. */
  kindName: z.string(),
  toEmail: z.string(),
  toName: z.string(),
  /** `null` until the mail is rendered. The content is not shown here. */
  subject: z.nullable(z.string()),
  outcome: z.enum(mailOutcomes),
  /** The mail server's reply, until it accepts the mail. */
  answer: z.nullable(z.string()),
  attempts: z.int(),
  createdUtc: z.string(),
  sentUtc: z.nullable(z.string()),
  failedUtc: z.nullable(z.string()),
  nextAttemptUtc: z.nullable(z.string()),
  canSendAgain: z.boolean(),
});
export type LoggedMail = z.output<typeof loggedMail>;

const mailCsv = [
  { header: 'Email', field: 'toEmail' },
  { header: 'Name', field: 'toName' },
  { header: 'Kind', field: 'kindName' },
  { header: 'Subject', field: 'subject' },
  { header: 'Outcome', field: 'outcome', names: mailOutcomeNames },
  { header: 'Answer', field: 'answer' },
  { header: 'Created', field: 'createdUtc', kind: 'moment' },
  { header: 'Sent', field: 'sentUtc', kind: 'moment' },
] as const satisfies CsvColumns<LoggedMail>;

const emptyOr = <const T extends readonly string[]>(values: T) =>
  z.optional(z.nullable(z.union([z.literal(''), z.enum(values)])));

export const searchMails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/mails/search',
  access: 'admin',
  summary: 'Every single mail, the newest first; bulk emails list their own recipients',
  body: searchBody(
    {
      toEmail: textFilter,
      kind: emptyOr(Object.keys(mailKinds)),
      outcome: emptyOr(mailOutcomes),
      from: dayFilter,
      to: dayFilter,
    },
    ['CreatedUtc', 'ToEmail', 'KindName', 'Outcome'],
  ),
  reply: found(loggedMail),
  csv: { name: 'mails', columns: mailCsv },
});

export const sendMailAgain = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/mails/:id/send-again',
  access: 'admin',
  summary: 'Send a mail again with the current data; refused for mails with a sign-in link',
  params: idParams,
  reply: loggedMail,
  idempotent: true,
});
