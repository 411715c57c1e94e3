import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const failedComparison = z.object({
  night: z.string(),
  /** What happened, and what to do. */
  reason: z.string(),
});
export type FailedComparison = z.output<typeof failedComparison>;

/** The mail says what had failed at that time. */
const about = z.object({ nights: z.array(failedComparison) });

interface ComparisonFailedEmailData extends z.output<typeof about> {
  notificationsUrl: string;
}

/** Sent to every administrator after two failed nights. product-rules 7.17. */
export function comparisonFailedEmail(data: ComparisonFailedEmailData): EmailTemplate {
  const what =
    "PayFast's list of transactions could not be read in two nights in a row. A payment whose notification was lost is not noticed.";
  return {
    subject: 'The comparison with PayFast fails',
    preheader: what,
    heading: 'The comparison with PayFast fails',
    blocks: [
      { kind: 'paragraph', text: what },
      {
        kind: 'facts',
        facts: data.nights.map(({ night, reason }) => ({ label: night, value: reason })),
      },
      {
        kind: 'paragraph',
        text: 'When the cause is removed, press Check now under Card Notifications. There is no further mail until a comparison has worked again.',
      },
      { kind: 'button', label: 'Open Card Notifications', url: data.notificationsUrl },
    ],
  };
}

/** The mail of kind `comparison-failed`. */
export const renderComparisonFailedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const notificationsUrl = `${publicUrl}/admin/cardnotifications`;
  const template = comparisonFailedEmail({ ...about.parse(mail.about), notificationsUrl });
  return renderTemplate(template, await readIssuer(db));
};
