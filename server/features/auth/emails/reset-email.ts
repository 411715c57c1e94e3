import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { resetUrl } from '../password-links.ts';

export interface ResetEmailData {
  firstName: string;
  url: string;
}

/** Sent to a user who requested a new password. The link is valid for half an hour. product-rules 4.8. */
export function resetEmail(data: ResetEmailData): EmailTemplate {
  return {
    subject: 'Choose a new password',
    preheader: 'The link in this email is valid for half an hour.',
    heading: `Hello ${data.firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'You asked to choose a new password. The link below is valid for half an hour and works once.',
      },
      { kind: 'button', label: 'Choose a new password', url: data.url },
      {
        kind: 'smallPrint',
        text: 'If you did not request this, you do not need to do anything. Your password stays as it is.',
      },
    ],
  };
}

/** The mail of kind `reset`. Its token is erased after the mail is sent. */
export const renderResetEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  if (mail.secret === null) throw new Error(`mail ${mail.id} has no token any more`);
  const url = resetUrl(publicUrl, mail.secret, mail.to_email);
  return renderTemplate(
    resetEmail({ firstName: mail.to_name.split(' ')[0] ?? '', url }),
    await readIssuer(db),
  );
};
