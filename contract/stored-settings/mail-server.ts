import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { optionalText } from '#contract/fields.ts';

export const mailServerTexts = {
  title: 'Mail server',
  hint: 'Your mail provider names these, often under "SMTP" or "Outgoing mail". They are tried before they are saved.',
  host: 'Server',
  hostHint: 'Such as mail.example.org. Leave it empty to send no mail.',
  port: 'Port',
  portHint: '587 or 465.',
  user: 'User name',
  password: 'Password',
  passwordKept: 'Leave it empty to keep the one that is stored.',
  from: 'Mails come from',
  fromHint:
    'Such as office@example.org, or: The Office <office@example.org>. Without it, the email under Company Info.',
  saved: 'Mail server saved.',
  failed: 'Failed to fetch the mail server',
  onServer: (names: readonly string[]) =>
    `The mail server is set on the server itself (${names.join(', ')}) and can only be changed there.`,
  wrongHost: 'Please enter the name of the server only, such as mail.example.org.',
  wrongPort: 'Please enter a port number, such as 587.',
  wrongFrom: 'Please enter an email address, or: The Office <office@example.org>.',
  passwordNeeded: 'Please enter the password again: it is sent to this server.',
  userNeeded: 'Please enter the user name for this password.',
  refused: (said: string) => `The mail server refuses the user name or the password: ${said}`,
  unreachable: (host: string, said: string) =>
    `${host} cannot be used: ${said} Please check the name and the port.`,
  notEncrypted:
    'This server does not encrypt the connection, so mails could be read on the way. Please use another port.',
} as const;

/** A name or an address of a computer. The server finds out whether it is there. */
const host = z.pipe(
  optionalText(253),
  z
    .string()
    .check(
      z.refine(
        (text) => text === '' || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
        mailServerTexts.wrongHost,
      ),
    ),
);

const port = z
  .int(mailServerTexts.wrongPort)
  .check(z.gte(1, mailServerTexts.wrongPort), z.lte(65_535, mailServerTexts.wrongPort));

/** An empty password keeps the one that is stored, if server, port and user name stay. */
export const mailServerForm = z.object({
  host,
  port,
  user: optionalText(254),
  password: optionalText(500),
  from: optionalText(300),
});

/** `problem`: why what is stored is not used. */
const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  hasPassword: z.boolean(),
  from: z.string(),
  /** The variables of the environment that win over what is entered here. */
  onServer: z.array(z.string()),
  problem: z.nullable(z.string()),
});
export type MailServer = z.output<typeof mailServer>;
const fields = ['host', 'port', 'user', 'from'] as const;

export const getMailServer = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/server',
  permission: 'system',
  summary: 'The mail server, without its password',
  reply: mailServer,
  versioned: fields,
});

export const updateMailServer = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/mail/server',
  permission: 'system',
  summary: 'Change the mail server. It is signed in to first; without a host mail is only kept',
  body: mailServerForm,
  reply: mailServer,
  versioned: fields,
  proof: 'always',
});

export const domainTexts = {
  title: 'Does our mail arrive?',
  intro:
    'Other mail servers look for three records of your domain before they accept mail from it.',
  check: 'Look them up',
  states: { good: 'Good', missing: 'Missing', unknown: 'Not known' },
  none: 'Mails have no address of a domain yet.',
} as const;

const domainRecord = z.object({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  /** `unknown`: nobody answered, or it cannot be known from outside. */
  state: z.enum(['good', 'missing', 'unknown']),
  finding: z.string(),
});
export type DomainRecord = z.output<typeof domainRecord>;

export const checkMailDomain = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/mail/domain',
  permission: 'system',
  summary: 'What DNS says of the domain that mails come from: SPF, DKIM and DMARC',
  reply: z.object({ domain: z.string(), records: z.array(domainRecord) }),
});
