import * as z from 'zod/mini';
import { type Day, dayOf, formatDay } from '#contract/days.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { formatRand } from '#contract/money.ts';
import type { Block, EmailTemplate, Fact } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import { dayOfMail, type RenderEmail } from '#server/platform/mail/render-email.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import { vatLines } from '#server/platform/pdf/vat-lines.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { closedSentences, type InvoiceDocument } from '../pdf/invoice-document.ts';
import { renderInvoicePdf } from '../pdf/render-invoice-pdf.ts';
import { fileNameOf, readInvoiceDocument } from '../pdf/read-invoice-document.ts';

/** What paying a renewal gives. */
export interface Renewal {
  /** The last day of the last period. */
  paidUntil: Day;
  hasEnded: boolean;
  /** If it is paid on the day of the mail. */
  validUntil: Day;
  dependsOnDay: boolean;
}

/** `renewals` is a later feature, so its query is passed in. */
export type ReadRenewal = (db: Db, invoiceId: string, today: Day) => Promise<Renewal | null>;

export interface InvoiceEmailData {
  firstName: string;
  invoice: InvoiceDocument;
  signInUrl: string;
  /** The URL of the card payment, if it is offered. */
  payByCardUrl: string | null;
  /** Where the proof of payment is sent, if the invoice is open. */
  proofUrl: string | null;
  /** `null` if the invoice is for the first membership or for anything else. */
  renewal: Renewal | null;
}

/** The email of an invoice. The sender attaches the PDF. product-rules 6.17. */
export function invoiceEmail(data: InvoiceEmailData): EmailTemplate {
  const { number, amountCents } = data.invoice;
  const amount = formatRand(amountCents / 100);
  return {
    subject: `${data.renewal ? 'Membership renewal: ' : ''}Invoice ${number} for ${amount}`,
    preheader: preheader(data.invoice, formatRand((amountCents - data.invoice.paidCents) / 100)),
    heading: `Hello ${data.firstName}`.trim(),
    blocks: [
      { kind: 'paragraph', text: opening(data) },
      {
        kind: 'facts',
        facts: [
          { label: 'Amount', value: amount, isStrong: true },
          ...vatLines(data.invoice.issuer, amountCents),
          ...partPaid(data.invoice),
          { label: 'For', value: data.invoice.line },
          { label: 'Invoice number', value: number },
          { label: 'Date', value: formatDay(dayOf(data.invoice.issuedAt)) },
        ],
      },
      ...whatToDo(data),
      { kind: 'smallPrint', text: 'The invoice is attached as a PDF for your records.' },
    ],
  };
}

/** What came before this mail: money that was held, or parts. */
function partPaid({ amountCents, paidCents, paidOn, closed }: InvoiceDocument): Fact[] {
  if (paidCents === 0 || paidOn !== null || closed !== null) return [];
  return [
    { label: 'Already paid', value: formatRand(paidCents / 100) },
    { label: 'Still to pay', value: formatRand((amountCents - paidCents) / 100), isStrong: true },
  ];
}

function opening({ invoice, renewal }: InvoiceEmailData): string {
  if (renewal === null) return 'Thank you for your support. Here is your invoice.';
  const whatFor =
    'Thank you for your support. Here is the invoice for the renewal of your membership.';
  const isOpen = invoice.paidOn === null && invoice.closed === null;
  return isOpen ? `${whatFor} ${renewalSentences(renewal)}` : whatFor;
}

/** Until when the member has paid, and what paying now gives. */
function renewalSentences(renewal: Renewal): string {
  const { paidUntil, hasEnded, validUntil, dependsOnDay } = renewal;
  const was = `Your membership ${hasEnded ? 'was' : 'is'} paid until ${formatDay(paidUntil)}.`;
  const today = dependsOnDay ? ' today' : '';
  return `${was} Paying${today} makes your membership valid until ${formatDay(validUntil)}.`;
}

function preheader(invoice: InvoiceDocument, amount: string): string {
  if (invoice.closed !== null)
    return `${closedSentences[invoice.closed]}: there is nothing to pay.`;
  if (invoice.paidOn !== null) return `Paid on ${formatDay(invoice.paidOn)}. Thank you.`;
  return `Please pay ${amount} with ${invoice.paymentReference} as the reference.`;
}

function whatToDo(data: InvoiceEmailData): Block[] {
  const { invoice, signInUrl, payByCardUrl, proofUrl } = data;
  const signIn: Block = { kind: 'button', label: 'Sign in', url: signInUrl };
  if (invoice.closed !== null || invoice.paidOn !== null) {
    return [{ kind: 'paragraph', text: preheader(invoice, '') }, signIn];
  }
  const transfer = [...howToTransfer(invoice), ...alreadyPaid(proofUrl)];
  if (payByCardUrl === null) return [...transfer, signIn];
  return [
    ...transfer,
    { kind: 'paragraph', text: 'Would you rather pay by card? You can do that here:' },
    { kind: 'button', label: 'Pay by card', url: payByCardUrl },
  ];
}

/** For a payer who does not want to wait until the money has arrived. */
export function alreadyPaid(proofUrl: string | null): Block[] {
  if (proofUrl === null) return [];
  return [
    {
      kind: 'smallLink',
      text: 'Already paid?',
      label: 'Send us the proof of payment',
      url: proofUrl,
    },
  ];
}

function howToTransfer(invoice: InvoiceDocument): Block[] {
  const facts = bankDetails(invoice.issuer, invoice.paymentReference);
  if (facts.length === 0) {
    return [{ kind: 'paragraph', text: 'Please reply to this email to ask for our bank details.' }];
  }
  return [
    {
      kind: 'paragraph',
      text: 'Please pay by bank transfer (EFT) into this account. Use the payment reference exactly as it stands, so that we know the payment is yours.',
    },
    { kind: 'facts', facts },
    { kind: 'paragraph', text: 'We will send you a receipt as soon as your payment arrives.' },
  ];
}

const about = z.object({ invoiceId: z.string() });

/** The mail of kind `invoice`. */
export const renderInvoiceEmail =
  (readRenewal: ReadRenewal): RenderEmail =>
  async (input) => {
    const { db, publicUrl, withoutCard, proofUrl, mail } = input;
    const { invoiceId } = about.parse(mail.about);
    const document = await readInvoiceDocument(db, invoiceId);
    if (document === undefined) throw new Error(`mail ${mail.id} is about an unknown invoice`);
    const template = invoiceEmail({
      firstName: document.payerFirstName,
      invoice: document,
      signInUrl: `${publicUrl}/login`,
      renewal: await readRenewal(db, invoiceId, dayOfMail(mail)),
      payByCardUrl:
        !withoutCard && isPayableByCard(document)
          ? `${publicUrl}/payment/payfast-redirect/subscription/${invoiceId}`
          : null,
      proofUrl: proofUrl?.(invoiceId) ?? null,
    });
    const pdf = {
      filename: fileNameOf(document),
      content: await renderInvoicePdf(document),
      contentType: 'application/pdf',
    };
    return renderTemplate(await withConsentLink(template, input), document.issuer, [pdf]);
  };

function isPayableByCard(invoice: InvoiceDocument): boolean {
  const { paidOn, closed, amountCents, paidCents } = invoice;
  return paidOn === null && closed === null && amountCents - paidCents >= leastCardAmount * 100;
}
