import { formatDay, type Day } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import { readCompanyInfo } from '#server/features/company-info/queries.ts';
import type { EmailTemplate, Fact } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import {
  readDonationEmailData,
  type DonationEmailData,
  type DonationMoney,
} from './donation-email-data.ts';

/** The receipt of a donation. */
export function donationThanksEmail(
  data: DonationEmailData & {
    receivedOn: Day;
    pboNumber: string;
  } & DonationMoney,
): EmailTemplate {
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
          ...moreThanGiven(data),
          { label: 'Received on', value: formatDay(data.receivedOn) },
          { label: 'Reference', value: data.reference },
          ...(data.pboNumber === '' ? [] : [{ label: 'PBO number', value: data.pboNumber }]),
        ],
      },
      { kind: 'smallPrint', text: 'This is your receipt. Please keep it for your records.' },
    ],
  };
}

/** With the other money, as it is when the receipt is drawn. */
function moreThanGiven(data: DonationMoney & Pick<DonationEmailData, 'amountCents'>): Fact[] {
  const { amountCents, receivedCents, usedCents, heldCents } = data;
  const fact = (label: string, cents: number) => ({ label, value: formatRand(cents / 100) });
  return [
    ...(receivedCents === amountCents ? [] : [fact('Received', receivedCents)]),
    ...(usedCents === 0 ? [] : [fact('Used or paid back since', usedCents)]),
    ...(heldCents === 0 ? [] : [fact('Left as a credit', heldCents)]),
  ];
}

/** The mail of kind `donation-thanks`: the receipt. */
export const renderDonationThanksEmail: RenderEmailIfCurrent = async (input) => {
  const { data, receivedOn, money } = await readDonationEmailData(input);
  // The payment was undone.
  if (receivedOn === null) return null;
  const { pboNumber } = await readCompanyInfo(input.db);
  const template = donationThanksEmail({ ...data, ...money, receivedOn, pboNumber });
  return renderTemplate(await withConsentLink(template, input), data.organisation);
};
