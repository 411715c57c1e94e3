import * as z from 'zod/mini';
import { formatMoment } from '#contract/days.ts';
import { type EmailTemplate, renderTemplate } from '#server/platform/mail/email-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { readIssuer } from '../queries.ts';

/** The mail says what was changed at that time, whatever was changed since. */
const accountChange = z.object({
  /** The name and address of the administrator. */
  by: z.string(),
  at: z.string(),
  /** Only the last four digits. */
  before: z.string(),
  after: z.string(),
});
export type AccountChange = z.output<typeof accountChange>;

interface AccountChangedEmailData extends AccountChange {
  companyInfoUrl: string;
}

/** Sent to every administrator: a false account number takes the money of everyone who pays. product-rules 6.16. */
export function accountChangedEmail(data: AccountChangedEmailData): EmailTemplate {
  return {
    subject: 'The account number for payments was changed',
    preheader: `Changed by ${data.by}. Please check that this is right.`,
    heading: 'The account number was changed',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The account number under Company Info was changed. Every EFT invoice from now on shows the new one.',
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Changed by', value: data.by },
          { label: 'When', value: formatMoment(data.at) },
          { label: 'Before', value: data.before },
          { label: 'Now', value: data.after },
        ],
      },
      {
        kind: 'paragraph',
        text: 'If you expected this change, you do not need to do anything.',
      },
      {
        kind: 'paragraph',
        text: 'If you did not expect it: open Company Info, compare the account number with a letter or statement of the bank, and enter the right one again. Then ask the administrator who is named above. If it was someone else, that administrator must choose a new password at once. Void the invoices that were sent with the wrong number, and tell those who got them.',
      },
      { kind: 'button', label: 'Open Company Info', url: data.companyInfoUrl },
    ],
  };
}

/** The mail of kind `account-changed`. */
export const renderAccountChangedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const template = accountChangedEmail({
    ...accountChange.parse(mail.about),
    companyInfoUrl: `${publicUrl}/admin/companyinfo`,
  });
  return renderTemplate(template, await readIssuer(db));
};
