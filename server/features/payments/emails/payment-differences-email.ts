import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

/** The mail says what differed at that time. */
const about = z.object({
  differences: z.array(z.object({ what: z.string(), advice: z.string() })),
  /** Further ones that the mail does not name. */
  more: z.int(),
});

interface PaymentDifferencesEmailData extends z.output<typeof about> {
  notificationsUrl: string;
}

/** Sent to every administrator after a night with new differences. product-rules 7.17. */
export function paymentDifferencesEmail(data: PaymentDifferencesEmailData): EmailTemplate {
  const count = data.differences.length + data.more;
  const what =
    count === 1
      ? 'A payment at PayFast differs from what is recorded here. Nothing was changed.'
      : `${count} payments at PayFast differ from what is recorded here. Nothing was changed.`;
  return {
    subject: count === 1 ? 'A payment differs at PayFast' : `${count} payments differ at PayFast`,
    preheader: what,
    heading: 'PayFast and the payments here differ',
    blocks: [
      { kind: 'paragraph', text: what },
      ...data.differences.map(
        (difference) =>
          ({ kind: 'paragraph', text: `${difference.what} ${difference.advice}` }) as const,
      ),
      ...(data.more > 0
        ? [{ kind: 'paragraph', text: `There are ${data.more} more on the page.` } as const]
        : []),
      { kind: 'button', label: 'Open Card Notifications', url: data.notificationsUrl },
    ],
  };
}

/** The mail of kind `payment-differences`. */
export const renderPaymentDifferencesEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const notificationsUrl = `${publicUrl}/admin/cardnotifications`;
  const template = paymentDifferencesEmail({ ...about.parse(mail.about), notificationsUrl });
  return renderTemplate(template, await readIssuer(db));
};
