import { formatRand } from '#contract/money.ts';
import type { Block, EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import { readDonationEmailData, type DonationEmailData } from './donation-email-data.ts';

/** The bank details for an EFT donation. */
export function donationDetailsEmail(data: DonationEmailData): EmailTemplate {
  const amount = formatRand(data.amountCents / 100);
  return {
    subject: `Your donation of ${amount} (${data.reference})`,
    preheader: `Please pay ${amount} with ${data.paymentReference} as the reference.`,
    heading: `Thank you, ${data.firstName}`,
    blocks: [
      { kind: 'paragraph', text: `We are glad that you want to give ${amount}.` },
      ...howToTransfer(data),
      { kind: 'smallPrint', text: 'We will thank you by email as soon as your donation is here.' },
    ],
  };
}

function howToTransfer({ organisation, paymentReference }: DonationEmailData): Block[] {
  const facts = bankDetails(organisation, paymentReference);
  if (facts.length === 0) {
    return [{ kind: 'paragraph', text: 'Please reply to this email to ask for our bank details.' }];
  }
  return [
    {
      kind: 'paragraph',
      text: 'Please pay by bank transfer (EFT) into this account, with the payment reference exactly as it stands.',
    },
    { kind: 'facts', facts },
  ];
}

/** The mail of kind `donation-details`: the bank details. */
export const renderDonationDetailsEmail: RenderEmail = async (input) => {
  const { data } = await readDonationEmailData(input);
  const template = await withConsentLink(donationDetailsEmail(data), input);
  return renderTemplate(template, data.organisation);
};
