import * as z from 'zod/mini';
import { formatMonth } from '#contract/days.ts';
import { inGroups } from '#server/features/books/month-digests.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const about = z.object({ month: z.string(), digest: z.string() });

/** Sent to every administrator when a month is closed: a copy of its digest outside of the database. product-rules 24.9. */
export function monthDigestEmail({ month, digest }: z.output<typeof about>): EmailTemplate {
  const closed = `${formatMonth(month)} was closed. Keep this email.`;
  return {
    subject: `${formatMonth(month)} was closed`,
    preheader: closed,
    heading: `${formatMonth(month)} was closed`,
    blocks: [
      { kind: 'paragraph', text: closed },
      { kind: 'paragraph', text: 'The digest (SHA-256) of what the month was made of:' },
      { kind: 'paragraph', text: inGroups(digest) },
      {
        kind: 'paragraph',
        text: 'With it, an auditor proves later that nothing of this month, or of a month before it, was changed since. There is nothing to do now.',
      },
    ],
  };
}

/** The mail of kind `month-digest`. */
export const renderMonthDigestEmail: RenderEmail = async ({ db, mail }) =>
  renderTemplate(monthDigestEmail(about.parse(mail.about)), await readIssuer(db));
