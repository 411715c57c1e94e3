import * as z from 'zod/mini';
import { formatMoment } from '#contract/days.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const about = z.object({ number: z.int(), sealedUtc: z.string(), head: z.string() });

/** Sent to every administrator each month: a copy of the head outside of the database. product-rules 23.6. */
export function sealHeadEmail({ number, sealedUtc, head }: z.output<typeof about>): EmailTemplate {
  const what =
    'Keep this mail. The audit log, the payments and the uses of credits are sealed in a chain, and this is its latest seal.';
  return {
    subject: 'The seal of the books',
    preheader: what,
    heading: 'The seal of the books',
    blocks: [
      { kind: 'paragraph', text: what },
      { kind: 'paragraph', text: `Seal ${number}, made on ${formatMoment(sealedUtc)}:` },
      { kind: 'paragraph', text: head },
      {
        kind: 'paragraph',
        text: 'With it, an auditor proves later that nothing that was recorded until then was changed since. There is nothing to do now.',
      },
    ],
  };
}

/** The mail of kind `seal-head`. */
export const renderSealHeadEmail: RenderEmail = async ({ db, mail }) =>
  renderTemplate(sealHeadEmail(about.parse(mail.about)), await readIssuer(db));
