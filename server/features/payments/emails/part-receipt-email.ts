import * as z from 'zod/mini';
import { leastCardAmount } from '#contract/limits.ts';
import { formatRand } from '#contract/money.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Block, EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { paymentFacts, readReceivedMoney, type ReceivedMoney } from './received-money.ts';

export interface PartReceiptEmailData {
  firstName: string;
  invoiceNumber: string;
  paymentReference: string;
  line: string;
  amountCents: number;
  paidCents: number;
  received: ReceivedMoney;
  issuer: Issuer;
  payByCardUrl: string | null;
  /** The rest was written off. */
  isWrittenOff: boolean;
}

/** Says what has arrived, and what is still to pay or was written off. product-rules 6.33, 6.39. */
export function partReceiptEmail(data: PartReceiptEmailData): EmailTemplate {
  const rest = formatRand((data.amountCents - data.paidCents) / 100);
  const next = data.isWrittenOff ? `${rest} was written off.` : `${rest} is still to pay.`;
  const last = data.received.payments.at(-1);
  const amount = formatRand((last?.amountCents ?? 0) / 100);
  return {
    subject: `Part payment of ${amount} received (${data.invoiceNumber})`,
    preheader: `We received ${amount}. ${next}`,
    heading: data.firstName === '' ? 'Thank you' : `Thank you, ${data.firstName}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `We have received a part of invoice ${data.invoiceNumber}. ${next}`,
      },
      {
        kind: 'facts',
        facts: [
          {
            label: data.isWrittenOff ? 'Written off' : 'Still to pay',
            value: rest,
            isStrong: true,
          },
          ...paymentFacts(data.received),
          { label: 'Invoice', value: formatRand(data.amountCents / 100) },
          { label: 'For', value: data.line },
        ],
      },
      ...howToPay(data),
      { kind: 'smallPrint', text: 'This is your receipt. Please keep it for your records.' },
    ],
  };
}

function howToPay(data: PartReceiptEmailData): Block[] {
  const { issuer, paymentReference, payByCardUrl } = data;
  if (data.isWrittenOff) return [];
  const facts = bankDetails(issuer, paymentReference);
  const transfer: Block[] =
    facts.length === 0
      ? []
      : [
          { kind: 'paragraph', text: 'Please pay the rest by bank transfer (EFT).' },
          { kind: 'facts', facts },
        ];
  if (payByCardUrl === null) return transfer;
  return [...transfer, { kind: 'button', label: 'Pay the rest by card', url: payByCardUrl }];
}

const about = z.object({ invoiceId: z.string(), paymentId: z.optional(z.string()) });

/** The mail of kind `part-receipt`. Not sent if the invoice was paid, voided or the part undone. */
export const renderPartReceiptEmail: RenderEmailIfCurrent = async (input) => {
  const { db, publicUrl, withoutCard, mail } = input;
  const { invoiceId, paymentId } = about.parse(mail.about);
  const invoice = await partPaidInvoice(db, invoiceId);
  const received = await readReceivedMoney(db, { invoiceId, paymentId });
  if (invoice === undefined || received === null) return null;
  const balance = invoice.amount_cents - invoice.paid_cents;
  const isForCard = withoutCard !== true && balance >= leastCardAmount * 100;
  const template = partReceiptEmail({
    firstName: invoice.payer_first_name,
    invoiceNumber: invoiceNumber(invoice.number),
    paymentReference: paymentReference('INV', invoice.number),
    line: invoice.line,
    amountCents: invoice.amount_cents,
    paidCents: invoice.paid_cents,
    received,
    issuer: invoice.issuer,
    isWrittenOff: invoice.write_off_id !== null,
    payByCardUrl: isForCard
      ? `${publicUrl}/payment/payfast-redirect/subscription/${invoiceId}`
      : null,
  });
  return renderTemplate(await withConsentLink(template, input), invoice.issuer);
};

function partPaidInvoice(db: Db, id: string) {
  return db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where((row) => row.or([whereOpen('invoices'), row('write_off_id', 'is not', null)]))
    .select(['number', 'payer_first_name', 'line', 'amount_cents', 'paid_cents', 'issuer'])
    .select('write_off_id')
    .executeTakeFirst();
}
