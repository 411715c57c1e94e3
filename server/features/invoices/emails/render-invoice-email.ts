import * as z from 'zod/mini';
import { leastCardAmount } from '#contract/limits.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { invoiceLetter } from './invoice-email.ts';
import type { WriteLetter } from '#server/platform/mail/render-email.ts';
import { renderInvoicePdf } from '../pdf/invoice-document.ts';
import type { InvoiceDocument } from '../pdf/invoice-document.ts';
import { fileNameOf, readInvoiceDocument } from '../pdf/read-invoice-document.ts';

const about = z.object({ invoiceId: z.string() });

/** The mail of kind `invoice`. */
export const writeInvoiceLetter: WriteLetter = async ({ db, publicUrl, withoutCard, mail }) => {
  const { invoiceId } = about.parse(mail.about);
  const document = await readInvoiceDocument(db, invoiceId);
  if (document === undefined) throw new Error(`mail ${mail.id} is about an unknown invoice`);
  const letter = invoiceLetter({
    firstName: document.payerFirstName,
    invoice: document,
    signInUrl: `${publicUrl}/login`,
    payByCardUrl:
      !withoutCard && isPayableByCard(document)
        ? `${publicUrl}/payment/payfast-redirect/subscription/${invoiceId}`
        : null,
  });
  const pdf = {
    filename: fileNameOf(document),
    content: await renderInvoicePdf(document),
    contentType: 'application/pdf',
  };
  return renderLetter(letter, document.issuer, [pdf]);
};

function isPayableByCard({ paidOn, isVoid, amountCents }: InvoiceDocument): boolean {
  return paidOn === null && !isVoid && amountCents >= leastCardAmount * 100;
}
