import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { bankDetails, type BankDetail } from '#server/platform/pdf/bank-details.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { vatLines, type VatLine } from '#server/platform/pdf/vat-lines.ts';
import { fewLines, inks, lineTable, margin, panel, rule } from '#server/platform/pdf/page-parts.ts';

/** The content of the page, from the letterhead to the bank details. */
export function invoicePage(data: InvoiceDocument): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: margin,
    // The invoice's own timestamp, so that a re-sent invoice is the same document.
    info: {
      title: `Invoice ${data.number}`,
      author: data.issuer.name,
      creationDate: data.issuedAt,
    },
    language: 'en-ZA',
    displayTitle: true,
    defaultStyle: {
      font: 'NotoSans',
      fontSize: 10.5,
      lineHeight: 1.25,
      color: inks.text,
    },
    content: [letterhead(data), heading(data), parties(data), amount(data), howToPay(data)],
  };
}

function letterhead({ issuer }: InvoiceDocument): Content {
  const reach = [fewLines(issuer.address).join(', '), issuer.phone, issuer.email];
  return {
    stack: [
      { text: issuer.name, fontSize: 16, bold: true, color: inks.brand },
      { text: reach.filter((part) => part !== '').join('  ·  '), fontSize: 9, color: inks.muted },
      rule(inks.accent, 2),
    ],
  };
}

function heading(data: InvoiceDocument): Content {
  return {
    columns: [
      { text: 'INVOICE', fontSize: 26, bold: true, characterSpacing: 1 },
      { text: stamp(data), fontSize: 14, bold: true, alignment: 'right', margin: [0, 12, 0, 0] },
    ],
    margin: [0, 30, 0, 14],
  };
}

function stamp({ isVoid, paidOn }: InvoiceDocument): Content {
  if (isVoid) return { text: 'VOID', color: inks.error };
  if (paidOn !== null) return { text: `PAID on ${formatDay(paidOn)}`, color: inks.good };
  return '';
}

function parties(data: InvoiceDocument): Content {
  return {
    columns: [
      [label('Invoice number'), data.number],
      [label('Date'), formatDay(dayOf(data.issuedAt))],
      {
        width: '50%',
        stack: [label('Billed to'), data.payerName, ...fewLines(data.payerAddress)],
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 30],
  };
}

function amount(data: InvoiceDocument): Content {
  const rand = formatRand(data.amountCents / 100);
  return lineTable([
    [label('Description'), { ...label('Amount'), alignment: 'right' }],
    [data.line, { text: rand, alignment: 'right' }],
    [
      { text: 'Total', bold: true, fontSize: 12 },
      { text: rand, bold: true, fontSize: 12, alignment: 'right' },
    ],
    ...vatLines(data.issuer, data.amountCents).map(vatRow),
  ]);
}

function vatRow({ label: words, value }: VatLine): Content[] {
  return [label(words), { ...label(value), alignment: 'right' }];
}

/** A paid or void invoice asks for no payment. */
function howToPay(data: InvoiceDocument): Content {
  if (data.isVoid) return note('This invoice was cancelled. There is nothing to pay.');
  if (data.paidOn !== null) return note('Thank you. There is nothing more to pay.');
  const details = bankDetails(data.issuer, data.number);
  if (details.length === 0) return note('Please contact us for our bank details.');
  return [
    { text: 'How to pay', fontSize: 13, bold: true, color: inks.brand, margin: [0, 34, 0, 8] },
    panel(details.map(bankRow)),
    note(
      'Please use the payment reference exactly as it stands: it tells us the payment is yours.',
    ),
  ];
}

function bankRow(detail: BankDetail): [Content, Content] {
  const big = detail.isStrong === true ? { fontSize: 14, bold: true } : {};
  const name = { text: detail.label, color: inks.muted, margin: [0, big.bold ? 4 : 0, 0, 0] };
  return [name as Content, { text: detail.value, ...big }];
}

function label(text: string) {
  return { text, fontSize: 9, color: inks.muted };
}

function note(text: string): Content {
  return { text, color: inks.muted, margin: [0, 14, 0, 0] };
}
