import type { Letter } from '#server/platform/mail/email-template.ts';

interface TestLetter {
  organisation: string;
  publicUrl: string;
}

/** Sent to the administrator who asks whether mail arrives. */
export function testLetter({ organisation, publicUrl }: TestLetter): Letter {
  const whose = organisation === '' ? 'your organisation' : organisation;
  return {
    subject: 'Test mail',
    preheader: 'Mail arrives.',
    heading: 'Mail arrives',
    blocks: [
      {
        kind: 'paragraph',
        text: `This is the test mail that you asked for under Company Info. Invoices, receipts and reminders of ${whose} come the same way.`,
      },
      { kind: 'button', label: 'Open the application', url: publicUrl },
    ],
  };
}
