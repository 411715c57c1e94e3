import { keptHere } from './kept-mail.ts';
import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { dayFilter, found, searchBody, textFilter } from '#contract/search.ts';

export const mailLogTexts = {
  heading: 'Sent Mail',
  withoutMoney: 'Mails with amounts are not shown to your role.',
  failed: 'Failed to fetch the sent mail',
  error: 'Error fetching the sent mail',
  notFound: 'This mail does not exist.',
  sendAgain: 'Send again',
  askSendAgain: 'Are you sure you want to send this mail again?',
  newLink: 'It gets a new link. Earlier links stop working.',
  sentAgain: 'The mail is on its way again.',
  keptAgain: `The mail is ${keptHere}`,
  waiting: 'This mail is still on its way. It is retried automatically.',
  held: 'This mail is held since the database was restored. Decide about all held emails first.',
  signsIn:
    'This mail was sent, and its sign-in link works only once. Send the invitation from the page of the member, or ask the member to reset the password.',
  needless: 'This email is out of date because the record has changed.',
  /** The kept mail had a link of its own. */
  replaced: (when: string) => `Sent again as a new email on ${when}.`,
  read: 'Read',
  hiddenLink: 'hidden',
  sentNote: (day: string) =>
    `This is the email with the data of today. If the record has changed since ${day}, the email that was sent was different.`,
  subjectNote: (subject: string) =>
    `The record has changed. The email that was sent had the subject “${subject}”.`,
  waitingNote: 'This is the email as it will be sent.',
  heldNote:
    'This email is held since the database was restored. It is shown with the data of today.',
  captured: 'There was no mail server.',
  capturedNote:
    'There was no mail server, so this email is kept here and was not sent. It is shown with the data of today.',
  cancelledNote: 'This email was cancelled. It is shown with the data of today.',
  failedNote: 'This email was not delivered. It is shown with the data of today.',
  linkNote: 'The sign-in link is hidden.',
  unreadable:
    'This email can no longer be shown, because the record that it is about has changed or was deleted.',
} as const;

export const mailOutcomes = ['waiting', 'held', 'captured', 'sent', 'failed', 'cancelled'] as const;
export const mailOutcomeNames: Readonly<Record<(typeof mailOutcomes)[number], string>> = {
  waiting: 'Waiting',
  held: 'Held',
  captured: 'Kept here',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The label of each kind. */
export const mailKinds = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  'part-receipt': 'Receipt for a part payment',
  'receipt-mistake': 'A receipt was a mistake',
  reminder: 'Reminder',
  invitation: 'Invitation',
  reset: 'Password reset',
  return: 'Welcome back',
  'ageing-out': 'A child turns 19',
  'email-changed': 'Address changed',
  'password-changed': 'Password changed',
  'two-step-changed': 'Two-step sign-in changed',
  'important-change': 'Important change',
  'account-changed': 'Account number changed',
  'backups-failed': 'Backups failed',
  'backup-test-failed': 'Backup test failed',
  'system-check': 'System Check',
  'card-credit': 'Card money became a credit',
  'payment-differences': 'Payments differ at PayFast',
  'comparison-failed': 'Comparison with PayFast failed',
  'books-failed': 'The books do not agree',
  'month-digest': 'A month was closed',
  exceptions: 'Exceptions of a month',
  'donation-details': 'How to pay a donation',
  'donation-thanks': 'Donation receipt',
  'donation-promise': 'An answer promised to a donor',
  'donation-question': 'A donation needs an answer',
  'erasure-asked': 'Request to be erased',
  'erasure-declined': 'Request to be erased declined',
  'erasure-done': 'Details erased',
  'bulk-test': 'Test of a bulk email',
  test: 'Test mail',
} as const;

/** Mails with amounts: for those who may see money. product-rules 3.18. */
export const moneyMailKinds: readonly string[] = [
  'invoice',
  'receipt',
  'part-receipt',
  'receipt-mistake',
  'reminder',
  'card-credit',
  'payment-differences',
  'comparison-failed',
  'books-failed',
  'month-digest',
  'exceptions',
  'donation-details',
  'donation-thanks',
  'donation-promise',
  'donation-question',
] satisfies (keyof typeof mailKinds)[];

/** Their links sign a user in or set a password, so that each mail gets a link of its own. */
const signingIn: readonly string[] = [
  'reset',
  'invitation',
  'return',
] satisfies (keyof typeof mailKinds)[];

export function signsIn(kind: string): boolean {
  return signingIn.includes(kind);
}

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

/** A mail as text. It is rendered again from its record; links that sign in are hidden. */
const readableMail = z.extend(loggedMail, {
  /** `null` if the mail can no longer be rendered. `notes` then says why. */
  text: z.nullable(z.string()),
  attachments: z.array(z.string()),
  /** How the text may differ from the mail that was sent. */
  notes: z.array(z.string()),
});
export type ReadableMail = z.output<typeof readableMail>;

export const readMail = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mails/:id',
  permission: 'mail.read',
  summary: 'One mail as text, rendered from its record; sign-in and password links are hidden',
  params: idParams,
  reply: readableMail,
});

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
  permission: 'mail.read',
  readOnly: true,
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
  permission: 'mail.write',
  summary:
    'Send a mail again with the current data; one with a sign-in link only if it failed, with a new link',
  params: idParams,
  reply: loggedMail,
  idempotent: true,
});

export const getKeptMails = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mails/kept',
  permission: 'mail.read',
  summary: 'How many mails were kept without a mail server and not sent since, without tests',
  reply: z.object({
    count: z.int(),
    oldestUtc: z.nullable(z.string()),
    /** Further ones, to addresses at which no mail can arrive. They stay. */
    local: z.int(),
    /** If links in the mails would lead to the reader's own computer. */
    localUrl: z.nullable(z.string()),
  }),
});

export const sendKeptMails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/mails/kept/send-again',
  permission: 'mail.write',
  summary: 'Send the oldest 500 kept mails again with the current data, and new links',
  reply: z.object({ queued: z.int(), left: z.int() }),
  idempotent: true,
});
