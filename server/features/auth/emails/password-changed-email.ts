import { readIssuer } from '#server/features/company-info/queries.ts';
import { type EmailTemplate, renderTemplate } from '#server/platform/mail/email-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

export interface PasswordChangedEmailData {
  firstName: string;
  /** The page that requests a link for a new password. */
  url: string;
}

/** So that the owner notices a change by another person. product-rules 4.18. */
export function passwordChangedEmail({ firstName, url }: PasswordChangedEmailData): EmailTemplate {
  return {
    subject: 'Your password was changed',
    preheader: 'If it was not you, choose a new password at once.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'Your password was changed by someone who was signed in and knew the old one. Your other devices were signed out.',
      },
      { kind: 'paragraph', text: 'If it was you, there is nothing to do.' },
      {
        kind: 'paragraph',
        text: 'If it was not you, choose a new password at once. This signs out every device. Then tell us. Our contact details are below.',
      },
      { kind: 'button', label: 'Choose a new password', url },
    ],
  };
}

/** The mail of kind `password-changed`. */
export const renderPasswordChangedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const data = { firstName: mail.to_name.split(' ')[0] ?? '', url: `${publicUrl}/forgot-password` };
  return renderTemplate(passwordChangedEmail(data), await readIssuer(db));
};
