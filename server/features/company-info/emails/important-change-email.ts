import * as z from 'zod/mini';
import { formatMoment } from '#contract/days.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { readIssuer } from '../queries.ts';

interface Texts {
  subject: string;
  text: string;
  /** What to do about an unexpected one, before the other advice. */
  undo: string;
  /** The page that shows it. */
  page: { label: string; path: string };
}

const users = { label: 'Open Users', path: '/admin/users' };
const companyInfo = { label: 'Open Company Info', path: '/admin/companyinfo' };
const backups = { label: 'Open Backups', path: '/admin/backups' };
const auditLog = { label: 'Open Audit Log', path: '/admin/audit' };

const texts = {
  accountNumber: {
    subject: 'The account number for payments was changed',
    text: 'The account number under Company Info was changed. Every EFT invoice from now on shows the new one.',
    undo: 'open Company Info, compare the account number with a letter or statement of the bank, and enter the right one again. Void the invoices that were sent with the wrong number, and tell those who got them.',
    page: companyInfo,
  },
  accountNumberEntered: {
    subject: 'The account number for payments was entered',
    text: 'The first account number was entered under Company Info. Every EFT invoice from now on shows it.',
    undo: 'open Company Info, compare the account number with a letter or statement of the bank, and enter the right one.',
    page: companyInfo,
  },
  bankDetails: {
    subject: 'The bank details for payments were changed',
    text: 'The bank, branch code, account type or SWIFT code under Company Info was changed. Every EFT invoice from now on shows the new details.',
    undo: 'open Company Info, compare the bank details with a letter or statement of the bank, and enter the right ones again. Void the invoices that were sent with the wrong details, and tell those who got them.',
    page: companyInfo,
  },
  organisation: {
    subject: 'The details of the organisation were changed',
    text: 'Invoices show the name as the holder of the account, the address, the phone number and the tax numbers. Replies to our mails go to the email under Company Info.',
    undo: 'open Company Info and enter the right details again.',
    page: companyInfo,
  },
  administratorAdded: {
    subject: 'An administrator was added',
    text: 'The new one can see and change what the roles allow.',
    undo: 'open Users and delete the new one.',
    page: users,
  },
  administratorDeleted: {
    subject: 'An administrator was deleted',
    text: 'The deleted administrator can no longer sign in.',
    undo: 'open Users and add the deleted one again.',
    page: users,
  },
  administratorAddress: {
    subject: 'The address of an administrator was changed',
    text: 'The administrator signs in with the new address from now on, and gets the links for new passwords there.',
    undo: 'open Users and enter the right address again.',
    page: users,
  },
  rolesChanged: {
    subject: 'The roles of a user were changed',
    text: 'The person was signed out everywhere. After signing in again, the pages and buttons are those of the new roles.',
    undo: 'open Users and choose the right roles again, or ask an administrator to do it.',
    page: users,
  },
  administratorPassword: {
    subject: 'An administrator changed the own password',
    text: 'The other devices of the administrator were signed out.',
    undo: 'ask that administrator.',
    page: users,
  },
  twoStepReset: {
    subject: 'The two-step sign-in of an administrator was reset',
    text: 'The password of the administrator is enough to sign in, until two-step sign-in is set up again.',
    undo: 'ask the administrator to set it up again at once, and to choose a new password.',
    page: users,
  },
  twoStepOff: {
    subject: 'An administrator turned off the own two-step sign-in',
    text: 'The password of the administrator is enough to sign in, until two-step sign-in is set up again.',
    undo: 'ask the administrator to set it up again at once, and to choose a new password.',
    page: users,
  },
  recoveryCodes: {
    subject: 'An administrator made new recovery codes',
    text: 'Each of the new codes can take the place of a code from the phone of the administrator. The earlier ones no longer work.',
    undo: 'ask the administrator to make new ones at once, and to choose a new password.',
    page: users,
  },
  twoStepOptional: {
    subject: 'Two-step sign-in is no longer compulsory',
    text: 'Administrators can sign in with the password alone if they have not set up two-step sign-in.',
    undo: 'open Company Info, Sign-in, and make it compulsory again.',
    page: { label: 'Open Sign-in', path: '/admin/companyinfo/signin' },
  },
  backupSettings: {
    subject: 'The settings of the backups were changed',
    text: 'The number of backups that are kept, or the second folder, was changed under System, Backups.',
    undo: 'open Backups and enter the right settings again. Then look for copies of backups in the folder that was set.',
    page: backups,
  },
  mailServer: {
    subject: 'The mail server was changed',
    text: 'All mails of the organisation, also those with links to choose a password, are sent through the new one.',
    undo: 'open Company Info, Mail, and enter the right server again. The operator of the new one may have read the mails that were sent through it since.',
    page: { label: 'Open Mail Settings', path: '/admin/companyinfo/mail' },
  },
  cardAccount: {
    subject: 'The PayFast account was changed',
    text: 'Members and donors who pay by card pay into the new account.',
    undo: 'open Company Info, Card Payments, and enter the right account again. Ask PayFast about payments that were made since.',
    page: { label: 'Open Card Payments', path: '/admin/companyinfo/cards' },
  },
  backupMade: {
    subject: 'A backup was started by hand',
    text: 'A backup has the data of all members. It is written to the same folders as those of the night.',
    undo: 'look at System, Backups.',
    page: backups,
  },
  retention: {
    subject: 'Records are kept for a shorter time',
    text: 'A period of How long records are kept was set or became shorter. From the next night on, older details are erased for ever.',
    undo: 'open How long records are kept and enter the right periods before 02:15. Details that are erased already are still in the backups from before.',
    page: { label: 'Open How long records are kept', path: '/admin/retention' },
  },
  retentionLonger: {
    subject: 'Records are kept for a longer time',
    text: 'A period of How long records are kept became longer. Details of people are erased later than before, or never.',
    undo: 'open How long records are kept and enter the right periods.',
    page: { label: 'Open How long records are kept', path: '/admin/retention' },
  },
  monthReopened: {
    subject: 'A closed month was reopened',
    text: 'The figures of the month can change again, until it is closed. The earlier pack stays stored.',
    undo: 'open Month End, compare the figures with the pack from before, and close the month again.',
    page: { label: 'Open Month End', path: '/admin/monthend' },
  },
  erased: {
    subject: 'Personal details were erased',
    text: 'The personal details of a person were removed from every page, list and log.',
    undo: 'find the entry in the audit log. The details are still in the backups from before.',
    page: auditLog,
  },
} as const satisfies Record<string, Texts>;

export type ImportantChange = keyof typeof texts;

const kinds = Object.keys(texts) as [ImportantChange, ...ImportantChange[]];

/** The mail says what was changed at that time, whatever was changed since. */
const aboutChange = z.object({
  /** Missing in mails of earlier versions, which were about the account number only. */
  what: z._default(z.enum(kinds), 'accountNumber'),
  /** The name and address of the administrator. */
  by: z.string(),
  at: z.string(),
  /** The administrator or the record that it is about. */
  about: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});
export type AboutChange = z.output<typeof aboutChange>;

/** Sent to every administrator, so that somebody else's change is noticed. product-rules 4.34, 6.16. */
export function importantChangeEmail(data: AboutChange & { publicUrl: string }): EmailTemplate {
  const { subject, text, undo, page } = texts[data.what];
  const fact = (label: string, value: string | undefined) =>
    value === undefined ? [] : [{ label, value }];
  return {
    subject,
    preheader: `By ${data.by}. Please check that this is right.`,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text },
      {
        kind: 'facts',
        facts: [
          ...fact('About', data.about),
          ...fact('By', data.by),
          ...fact('When', formatMoment(data.at)),
          ...fact('Before', data.before),
          ...fact('Now', data.after),
        ],
      },
      { kind: 'paragraph', text: 'If you expected this, you do not need to do anything.' },
      {
        kind: 'paragraph',
        text: `If you did not expect it: ${undo} Then ask the administrator who is named above. If it was someone else, that administrator must choose a new password at once.`,
      },
      { kind: 'button', label: page.label, url: `${data.publicUrl}${page.path}` },
    ],
  };
}

/** The mail of kind `important-change`, and `account-changed` of earlier versions. */
export const renderImportantChangeEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const template = importantChangeEmail({ ...aboutChange.parse(mail.about), publicUrl });
  return renderTemplate(template, await readIssuer(db));
};
