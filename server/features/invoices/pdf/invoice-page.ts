import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { bankDetails, type BankDetail } from '#server/platform/pdf/bank-details.ts';
import { inks, type Block, type PdfContent, type Text } from '#server/platform/pdf/content.ts';
import { vatLines } from '#server/platform/pdf/vat-lines.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** The content of the page, from the letterhead to the bank details. */
export function invoicePage(data: InvoiceDocument): PdfContent {
  return {
    title: `Invoice ${data.number}`,
    author: data.issuer.name,
    // The invoice's own timestamp, so that a re-sent invoice is the same document.
    createdAt: data.issuedAt,
    blocks: [...letterhead(data), heading(data), parties(data), amount(data), ...howToPay(data)],
  };
}

function letterhead({ issuer, logo }: InvoiceDocument): Block[] {
  const contact = [fewLines(issuer.address).join(', '), issuer.phone, issuer.email];
  const name = { text: issuer.name, size: 16, bold: true, color: inks.brand };
  return [
    ...logoBlock(issuer, logo),
    { kind: 'text', above: 0, text: name },
    { kind: 'text', above: 0, text: label(contact.filter((part) => part !== '').join('  ·  ')) },
    { kind: 'rule', above: 12, color: inks.accent, thickness: 2 },
  ];
}

/** In points. */
const logoBox = { width: 180, height: 50 };

function logoBlock({ logo }: Issuer, bytes: Uint8Array | undefined): Block[] {
  if (logo === undefined || bytes === undefined) return [];
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  return [{ kind: 'image', above: 0, bytes, width, height, below: 8 }];
}

function heading(data: InvoiceDocument): Block {
  const title: Text = { text: 'INVOICE', size: 26, bold: true, letterSpacing: 1 };
  const columns = [title, stamp(data)].map((text) => ({ share: 1, texts: [text] }));
  return { kind: 'columns', above: 30, columns };
}

function stamp({ isVoid, paidOn }: InvoiceDocument): Text {
  const style = { size: 14, bold: true, align: 'right', above: 12 } as const;
  if (isVoid) return { ...style, text: 'VOID', color: inks.error };
  const text = paidOn === null ? '' : `PAID on ${formatDay(paidOn)}`;
  return { ...style, text, color: inks.good };
}

function parties(data: InvoiceDocument): Block {
  const day = formatDay(dayOf(data.issuedAt));
  const payer = [data.payerName, ...fewLines(data.payerAddress)];
  return {
    kind: 'columns',
    above: 14,
    columns: [
      { share: 1, texts: [label('Invoice number'), { text: data.number }] },
      { share: 1, texts: [label('Date'), { text: day }] },
      { share: 2, texts: [label('Billed to'), ...payer.map((text) => ({ text }))] },
    ],
  };
}

function amount(data: InvoiceDocument): Block {
  const rand = formatRand(data.amountCents / 100);
  const total = { bold: true, size: 12 };
  const rows: [Text, Text][] = [
    [label('Description'), label('Amount')],
    [{ text: data.line }, { text: rand }],
    [
      { ...total, text: 'Total' },
      { ...total, text: rand },
    ],
    ...vatLines(data.issuer, data.amountCents).map((line): [Text, Text] => [
      label(line.label),
      label(line.value),
    ]),
  ];
  return {
    kind: 'table',
    above: 30,
    rows: rows.map(([first, second]) => [first, { ...second, align: 'right' }]),
  };
}

/** A paid or void invoice asks for no payment. */
function howToPay(data: InvoiceDocument): Block[] {
  if (data.isVoid) return [note('This invoice was cancelled. There is nothing to pay.')];
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

function bankRow({ label: text, value, isStrong = false }: BankDetail): [Text, Text] {
  if (!isStrong) return [{ text, color: inks.muted }, { text: value }];
  return [
    { text, color: inks.muted, above: 4 },
    { text: value, size: 14, bold: true },
  ];
}

function label(text: string): Text {
  return { text, size: 9, color: inks.muted };
}

function note(text: string): Block {
  return { kind: 'text', above: 14, text: { text, color: inks.muted } };
}

/** Enough for any address that a letter carrier reads. More would move the amount off the page. */
function fewLines(text: string): string[] {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter((line) => line !== '')
    .slice(0, 8);
}
