import * as z from 'zod/mini';
import { type Day, formatDay } from '#contract/days.ts';
import { centsOf, formatRand } from '#contract/money.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import { findCredit } from '../credits/queries.ts';

interface CardCreditEmailData {
  /** The number of the invoice or donation; '' if it was deleted. */
  recordName: string;
  payer: string;
  providerId: string;
  receivedCents: number;
  creditCents: number;
  paidOn: Day;
  creditsUrl: string;
}

/** Sent to every administrator when card money becomes a credit. product-rules 6.11. */
export function cardCreditEmail(data: CardCreditEmailData): EmailTemplate {
  const { recordName, payer, receivedCents, creditCents } = data;
  const [received, credit] = [formatRand(receivedCents / 100), formatRand(creditCents / 100)];
  const isDeleted = recordName === '';
  const name = isDeleted ? 'a record that was deleted' : recordName;
  const what =
    creditCents === receivedCents
      ? `${received} was paid by card for ${name} and pays nothing. It is a credit.`
      : `${received} was paid by card for ${name}. ${credit} of it pays nothing. It is a credit.`;
  const why = isDeleted
    ? 'The payer had the form open when the invoice or donation was deleted.'
    : 'The record was paid or void, the amount was more than was to pay or less than the donation, or nobody asked for this amount.';
  return {
    subject: `${credit} is a credit (${isDeleted ? 'deleted record' : recordName})`,
    preheader: what,
    heading: 'Card money became a credit',
    blocks: [
      { kind: 'paragraph', text: what },
      {
        kind: 'paragraph',
        text: `${why} Please agree with the payer what to do: pay an invoice from it, pay it back, or make it a donation.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Credit', value: credit, isStrong: true },
          { label: 'Payer', value: payer },
          { label: 'Paid on', value: formatDay(data.paidOn) },
          { label: 'PayFast number', value: data.providerId },
        ],
      },
      { kind: 'button', label: 'Open Credits', url: data.creditsUrl },
    ],
  };
}

const about = z.object({ paymentId: z.string(), creditCents: z.int() });

/** The mail of kind `card-credit`. Not sent if the payment was undone, or the credit was used, before. */
export const renderCardCreditEmail: RenderEmailIfCurrent = async ({
  db,
  publicUrl,
  mail,
  isForReading,
}) => {
  const { paymentId, creditCents } = about.parse(mail.about);
  const credit = await findCredit(db, paymentId);
  if (credit === undefined) return null;
  if (credit.amount === 0 && isForReading !== true) return null;
  const { recordName, payer, providerId, received, paidOn } = credit;
  const receivedCents = centsOf(received);
  const creditsUrl = `${publicUrl}/admin/credits`;
  const data = { recordName, payer, providerId, receivedCents, creditCents, paidOn, creditsUrl };
  return renderTemplate(cardCreditEmail(data), await readIssuer(db));
};
