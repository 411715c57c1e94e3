import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

/** The mail says what was wrong at that time. */
const about = z.object({
  failures: z.array(
    z.object({ finding: z.string(), rows: z.array(z.string()), advice: z.string() }),
  ),
});

interface BooksFailedEmailData extends z.output<typeof about> {
  systemCheckUrl: string;
}

/** Sent to every administrator after a night that found something new. product-rules 23.4. */
export function booksFailedEmail({
  failures,
  systemCheckUrl,
}: BooksFailedEmailData): EmailTemplate {
  const what =
    'The nightly check found records that contradict each other. Nothing was changed. This can be a defect of the application or of the disk, or a change that was made in the database by hand.';
  return {
    subject: 'The books do not agree',
    preheader: what,
    heading: 'The books do not agree',
    blocks: [
      { kind: 'paragraph', text: what },
      ...failures.flatMap(({ finding, rows, advice }) =>
        [finding, ...rows, advice].map((text) => ({ kind: 'paragraph', text }) as const),
      ),
      { kind: 'button', label: 'Open System Check', url: systemCheckUrl },
    ],
  };
}

/** The mail of kind `books-failed`. */
export const renderBooksFailedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const systemCheckUrl = `${publicUrl}/admin/systemcheck`;
  const template = booksFailedEmail({ ...about.parse(mail.about), systemCheckUrl });
  return renderTemplate(template, await readIssuer(db));
};
