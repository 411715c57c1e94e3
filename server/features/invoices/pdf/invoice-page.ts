import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { bankDetails, type BankDetail } from '#server/platform/pdf/bank-details.ts';
import { inks, type Block, type PdfContent, type Text } from '#server/platform/pdf/content.ts';
import { documentPage, note } from './document-page.ts';
import { closedSentences, type InvoiceDocument } from './invoice-document.ts';

/** The content of the page, from the letterhead to the bank details. */
export function invoicePage(data: InvoiceDocument): PdfContent {
  return documentPage('Invoice', data, { stamp: stampOf(data), below: howToPay(data) });
}

function stampOf({ closed, paidOn }: InvoiceDocument) {
  if (closed !== null) return { text: stamps[closed], color: inks.error };
  return { text: paidOn === null ? '' : `PAID on ${formatDay(paidOn)}`, color: inks.good };
}

const stamps = { void: 'VOID', writtenOff: 'WRITTEN OFF' } as const;

/** A paid or closed invoice asks for no payment. */
function howToPay(data: InvoiceDocument): Block[] {
  if (data.closed !== null)
    return [note(`${closedSentences[data.closed]}. There is nothing to pay.`)];
  if (data.paidOn !== null) return [note('Thank you. There is nothing more to pay.')];
  const details = bankDetails(data.issuer, data.paymentReference);
  if (details.length === 0)
    return [...partPaid(data), note('Please contact us for our bank details.')];
  const title = { text: 'How to pay', size: 13, bold: true, color: inks.brand };
  return [
    ...partPaid(data),
    { kind: 'panel', above: 34, title, rows: details.map(bankRow) },
    note(
      'Please use the payment reference exactly as it stands: it tells us the payment is yours.',
    ),
  ];
}

function partPaid({ amountCents, paidCents }: InvoiceDocument): Block[] {
  if (paidCents === 0) return [];
  const [paid, rest] = [formatRand(paidCents / 100), formatRand((amountCents - paidCents) / 100)];
  return [note(`${paid} has been paid. ${rest} is still to pay.`)];
}

export function bankRow({ label: text, value, isStrong = false }: BankDetail): [Text, Text] {
  if (!isStrong) return [{ text, color: inks.muted }, { text: value }];
  return [
    { text, color: inks.muted, above: 4 },
    { text: value, size: 14, bold: true },
  ];
}
