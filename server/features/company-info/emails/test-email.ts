import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { readIssuer } from '../queries.ts';

interface TestEmailData {
  organisation: string;
  publicUrl: string;
}

/** Sent to the administrator who requests a test mail. */
export function testEmail({ organisation, publicUrl }: TestEmailData): EmailTemplate {
  const whose = organisation === '' ? 'your organisation' : organisation;
  return {
    subject: 'Test mail',
    preheader: 'Mail arrives.',
    heading: 'Mail arrives',
    blocks: [
      {
        kind: 'paragraph',
        text: `This is the test mail that you asked for under Company Info, Mail. Invoices, receipts and reminders of ${whose} come the same way.`,
      },
      { kind: 'button', label: 'Open the application', url: publicUrl },
    ],
  };
}

/** The mail of kind `test`. */
export const renderTestEmail: RenderEmail = async ({ db, publicUrl }) => {
  const organisation = await readIssuer(db);
  return renderTemplate(testEmail({ organisation: organisation.name, publicUrl }), organisation);
};
