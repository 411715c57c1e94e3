import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { mostWaiting } from '#contract/menu-counts/endpoints.ts';

export const testMailTexts = {
  captured:
    'No mail server is configured. Mails are saved as files in the folder "outbox" of the data folder and are not delivered. To deliver them, enter your mail server above.',
  /** One sentence: the second part follows a colon. */
  systemNotice: { title: 'Emails are not sent', detail: 'no mail server is set.' },
  isSent: 'Mails are sent through your mail server.',
  keptWait: (count: number) =>
    count === 1
      ? '1 email was kept here before, and waits.'
      : `${count < mostWaiting ? count : `More than ${mostWaiting - 1}`} emails were kept here before, and wait.`,
  sendKept: 'Send under Sent Mail',
  comeFrom: (from: string) => `Mails come from ${from}.`,
  mailFromIgnored:
    'MAIL_FROM on the server is not an email address and is ignored. Write it as name@example.org, or with a name: The Office <name@example.org>.',
  goesTo: (to: string) => `A test mail goes to ${to}.`,
  send: (to: string) => `Send test mail to ${to}`,
  localAddress: (to: string) =>
    `Your address is ${to}, and no mail can arrive there. Enter your own email address first, then send the test mail.`,
  ownAddress: 'Enter your address under Users',
  waiting: 'The test mail is on its way…',
  late: 'The test mail has not been processed yet. It waits until the mail process runs.',
  notFound: 'This test mail does not exist.',
} as const;

const testMailStates = ['waiting', 'captured', 'sent', 'delayed', 'failed'] as const;

export const testMail = z.object({
  id,
  to: z.string(),
  state: z.enum(testMailStates),
  /** The mail server's reply when it did not accept the mail. */
  answer: z.nullable(z.string()),
});
export type TestMail = z.output<typeof testMail>;

/** The first administrator may have such an address. No mail server delivers to it. */
export function isLocalAddress(email: string): boolean {
  return /@localhost$/i.test(email);
}

/** The outcome as a sentence; `null` until it is known. */
export function testMailOutcome({ to, state, answer }: TestMail): string | null {
  if (state === 'waiting') return null;
  if (state === 'captured') return `Captured in the outbox instead of being sent to ${to}.`;
  if (state === 'sent')
    return `The mail server accepted the mail to ${to}. Please check that inbox.`;
  const words = answer ? ` It said: ${answer}` : '';
  if (state === 'failed') return `The mail server refused the mail to ${to}.${words}`;
  return `The mail server did not accept the mail to ${to}. It will be retried.${words}`;
}

export const getMailDelivery = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/delivery',
  permission: 'settings',
  summary: 'Whether mail is sent or only captured, its sender, and the recipient of a test mail',
  reply: z.object({
    isCaptured: z.boolean(),
    to: z.string(),
    /** The address that mails come from. */
    from: z.string(),
    /** `MAIL_FROM` on the server is not an email address. */
    isMailFromIgnored: z.boolean(),
  }),
});

export const sendTestMail = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/mail/test',
  permission: 'settings',
  summary: 'Send a test mail to your own address',
  reply: testMail,
  status: 201,
  idempotent: true,
});

export const getTestMail = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/test/:id',
  permission: 'settings',
  summary: 'The outcome of a test mail',
  params: idParams,
  reply: testMail,
});
