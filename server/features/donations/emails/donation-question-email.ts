import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import { readDonationEmailData, type DonationEmailData } from './donation-email-data.ts';

interface DonationQuestionData extends DonationEmailData {
  donationUrl: string;
}

/** To each administrator: a donor waits to hear how to transfer the money. */
export function donationQuestionEmail(data: DonationQuestionData): EmailTemplate {
  const { reference, paymentReference, method, name, email, donationUrl } = data;
  const amount = formatRand(data.amountCents / 100);
  return {
    subject: `${reference} needs an answer: ${amount} by ${method}`,
    preheader: `${name} waits to hear how to transfer ${amount}.`,
    heading: 'A donation needs an answer',
    blocks: [
      {
        kind: 'paragraph',
        text: `${name} wants to give ${amount} by ${method}, and waits for an email that says how. Write to the donor, then mark the donation as answered.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Donor', value: name },
          { label: 'Email', value: email },
          { label: 'Amount', value: amount, isStrong: true },
          { label: 'Payment method', value: method },
          { label: referenceLabel, value: paymentReference },
        ],
      },
      { kind: 'button', label: 'Open the donation', url: donationUrl },
      {
        kind: 'smallPrint',
        text: `The person who runs the application can set the address for ${method} (TRANSFER_LINKS). Donors then get it at once.`,
      },
      {
        kind: 'smallPrint',
        text: 'You get at most three of these emails an hour. The list of donations shows every donation that needs an answer.',
      },
    ],
  };
}

/** The mail of kind `donation-question`. It is not sent once the donation is answered or paid. */
export const renderDonationQuestionEmail: RenderEmailIfCurrent = async (input) => {
  const { data, donationId, needsAnswer } = await readDonationEmailData(input);
  if (!needsAnswer && input.isForReading !== true) return null;
  const donationUrl = `${input.publicUrl}/admin/donations/${donationId}`;
  return renderTemplate(donationQuestionEmail({ ...data, donationUrl }), data.organisation);
};
