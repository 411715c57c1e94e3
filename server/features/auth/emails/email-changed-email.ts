import { readIssuer } from '#server/features/company-info/queries.ts';
import { type EmailTemplate, renderTemplate } from '#server/platform/mail/email-template.ts';
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
        text: 'You have another email address with us from now on. This one signs you in no longer, and your other devices were signed out.',
      },
      {
        kind: 'smallPrint',
        text: 'Did you not ask for this? Then please tell us at once: you find how to reach us below.',
      },
    ],
  };
}

/** The mail of kind `email-changed`, sent to the previous address. */
export const renderEmailChangedEmail: RenderEmail = async ({ db, mail }) => {
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderTemplate(emailChangedEmail({ firstName }), await readIssuer(db));
};
