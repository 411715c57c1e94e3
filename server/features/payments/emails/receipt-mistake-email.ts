import * as z from 'zod/mini';
import { formatRand } from '#contract/money.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';

export interface ReceiptMistakeEmailData {
  firstName: string;
  /** Of the invoice or the donation. */
  number: string;
  amountCents: number;
  /** Where the money is: nowhere, held for the payer, or taken back. */
  money: 'none' | 'held' | 'returned';
}

const whereItIs = {
  none: 'We recorded a payment there that was not for it.',
  held: 'Your money is here, and we hold it for you as a credit.',
  returned: 'The payment was taken back.',
} as const;

/** Takes back a receipt after its payment was undone, if the administrator wants it. product-rules 6.12. */
export function receiptMistakeEmail(data: ReceiptMistakeEmailData): EmailTemplate {
  const { firstName, number, amountCents, money } = data;
  const amount = formatRand(amountCents / 100);
  return {
    subject: `Our receipt for ${amount} was a mistake (${number})`,
    preheader: `Please ignore the receipt for ${number}.`,
    heading: 'Our receipt was a mistake',
    blocks: [
      {
        kind: 'paragraph',
        text: `${firstName === '' ? 'We' : `Dear ${firstName}, we`} sent you a receipt for ${amount} for ${number}. It does not hold any more: please ignore it. ${whereItIs[money]}`,
      },
      {
        kind: 'paragraph',
        text: 'We are sorry for the confusion. If you have a question, please reply to this email.',
      },
    ],
  };
}

const about = z.object({
  invoiceId: z.optional(z.string()),
  donationId: z.optional(z.string()),
  paymentIds: z.array(z.string()),
});

/** The mail of kind `receipt-mistake`. */
export const renderReceiptMistakeEmail: RenderEmailIfCurrent = async ({ db, mail }) => {
  const { invoiceId, donationId, paymentIds } = about.parse(mail.about);
  const record = await recordOf(db, { invoiceId, donationId });
  const payments = await db
    .selectFrom('payments')
    .select(['amount_cents', 'reversed_at', 'returned_on'])
    .where('id', 'in', paymentIds)
    .execute();
  const [payment] = payments;
  if (record === undefined || payment === undefined) return null;
  const kept = payment.reversed_at === null ? 'held' : 'none';
  const data = {
    ...record,
    amountCents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    money: payment.returned_on === null ? kept : 'returned',
  } as const;
  return renderTemplate(receiptMistakeEmail(data), await readIssuer(db));
};

async function recordOf(
  db: Db,
  { invoiceId, donationId }: { invoiceId?: string | undefined; donationId?: string | undefined },
): Promise<Pick<ReceiptMistakeEmailData, 'firstName' | 'number'> | undefined> {
  if (invoiceId !== undefined) {
    const invoice = await db
      .selectFrom('invoices')
      .select(['number', 'payer_first_name'])
      .where('id', '=', invoiceId)
      .executeTakeFirst();
    return (
      invoice && { firstName: invoice.payer_first_name, number: invoiceNumber(invoice.number) }
    );
  }
  const donation = await db
    .selectFrom('donations')
    .select(['number', 'first_name'])
    .where('id', '=', donationId ?? '')
    .executeTakeFirst();
  return donation && { firstName: donation.first_name, number: donationReference(donation.number) };
}
