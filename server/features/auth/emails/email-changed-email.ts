import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

/** Sent to the old address, so that the owner notices an unwanted change. product-rules 4.2. */
export function emailChangedEmail({ firstName }: { firstName: string }): EmailTemplate {
  return {
    subject: 'Your email address was changed',
    preheader: 'You sign in with another address from now on.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'Your email address with us was changed. You can no longer sign in with this one, and your other devices were signed out.',
      },
      {
        kind: 'smallPrint',
        text: 'If you did not request this, please tell us at once. Our contact details are below.',
      },
    ],
  };
}

/** The mail of kind `email-changed`, sent to the previous address. */
export const renderEmailChangedEmail: RenderEmail = async ({ db, mail }) => {
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderTemplate(emailChangedEmail({ firstName }), await readIssuer(db));
};
