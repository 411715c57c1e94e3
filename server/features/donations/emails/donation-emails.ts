import { formatDay, type Day } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import type { Block, Letter } from '#server/platform/mail/email-template.ts';

export interface DonationLetter {
  firstName: string;
  organisation: Issuer;
  amountCents: number;
  /** `DON-00042`. */
  reference: string;
}

/** After a donation by EFT was recorded: where to pay it. */
export function donationDetailsLetter(data: DonationLetter): Letter {
  const amount = formatRand(data.amountCents / 100);
  return {
    subject: `Your donation of ${amount} (${data.reference})`,
    preheader: `Please pay ${amount} with ${data.reference} as the reference.`,
    heading: `Thank you, ${data.firstName}`,
    blocks: [
      { kind: 'paragraph', text: `We are glad that you want to give ${amount}.` },
      ...howToTransfer(data),
      { kind: 'smallPrint', text: 'We will thank you by email as soon as your donation is here.' },
    ],
  };
}

function howToTransfer({ organisation, reference }: DonationLetter): Block[] {
  const facts = bankDetails(organisation, reference);
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

/** The receipt of a donation. */
export function donationThanksLetter(
  data: DonationLetter & { receivedOn: Day; pboNumber: string },
): Letter {
  const amount = formatRand(data.amountCents / 100);
  const name = data.organisation.name || 'our organisation';
  return {
    subject: `Receipt for your donation of ${amount}`,
    preheader: `We received ${amount}. Thank you.`,
    heading: `Thank you, ${data.firstName}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Your donation to ${name} has arrived. It helps us to care for wild animals and the land they live on.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Amount', value: amount, isStrong: true },
          { label: 'Received on', value: formatDay(data.receivedOn) },
          { label: 'Reference', value: data.reference },
          ...(data.pboNumber === '' ? [] : [{ label: 'PBO number', value: data.pboNumber }]),
        ],
      },
      { kind: 'smallPrint', text: 'This is your receipt. Please keep it for your records.' },
    ],
  };
}
