import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const about = z.object({
  /** Whether these checks began to fail, or are all right again. */
  isRed: z.boolean(),
  checks: z.array(z.object({ name: z.string(), finding: z.string() })),
});

interface SystemCheckEmailData extends z.output<typeof about> {
  systemCheckUrl: string;
}

/** Sent to every administrator once when a check fails, and once when it is all right again. product-rules 2.43. */
export function systemCheckEmail({
  isRed,
  checks,
  systemCheckUrl,
}: SystemCheckEmailData): EmailTemplate {
  const names = checks.map(({ name }) => name).join(', ');
  const subject = isRed
    ? `System Check failed: ${names}`
    : `System Check: ${names} all right again`;
  const what = isRed
    ? 'The application checks itself every 15 minutes. This needs the person who runs the server:'
    : 'Nothing of this has failed for an hour:';
  const then = isRed
    ? 'There is no further mail about this until it has been all right for an hour.'
    : 'If it fails again, there is another mail.';
  return {
    subject,
    preheader: what,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text: what },
      {
        kind: 'facts',
        facts: checks.map(({ name, finding }) => ({ label: name, value: finding })),
      },
      { kind: 'paragraph', text: then },
      { kind: 'button', label: 'Open System Check', url: systemCheckUrl },
    ],
  };
}

/** The mail of kind `system-check`. */
export const renderSystemCheckEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const systemCheckUrl = `${publicUrl}/admin/systemcheck`;
  const template = systemCheckEmail({ ...about.parse(mail.about), systemCheckUrl });
  return renderTemplate(template, await readIssuer(db));
};
