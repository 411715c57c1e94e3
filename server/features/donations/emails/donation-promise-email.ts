import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { readDonationEmailData, type DonationEmailData } from './donation-email-data.ts';

/** To a donor who chose a transfer site for which no address is set. */
export function donationPromiseEmail(data: DonationEmailData): EmailTemplate {
  const { firstName, reference, paymentReference, method } = data;
  const amount = formatRand(data.amountCents / 100);
  return {
    subject: `Your donation of ${amount} (${reference})`,
    preheader: `We will write to you how to transfer it by ${method}.`,
    heading: `Thank you, ${firstName}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `We are glad that you want to give ${amount}. We will write to you soon how to transfer it by ${method}. There is nothing to do for you until then.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Amount', value: amount, isStrong: true },
          { label: 'Payment method', value: method },
          { label: referenceLabel, value: paymentReference },
        ],
      },
      { kind: 'smallPrint', text: 'Do you have a question? Reply to this email.' },
    ],
  };
}

/** The mail of kind `donation-promise`. */
export const renderDonationPromiseEmail: RenderEmail = async (input) => {
  const { data } = await readDonationEmailData(input);
  const template = await withConsentLink(donationPromiseEmail(data), input);
  return renderTemplate(template, data.organisation);
};
