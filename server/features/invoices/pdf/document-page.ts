import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { inks, type Block, type PdfContent, type Text } from '#server/platform/pdf/content.ts';
import { vatLines } from '#server/platform/pdf/vat-lines.ts';

type DocumentKind = 'Invoice' | 'Credit note';

/** What invoices and credit notes have in common. */
export interface Document {
  /** `INV-00042`. */
  number: string;
  issuedAt: Date;
  issuer: Issuer;
  /** The picture of the issuer's logo. */
  logo?: Uint8Array | undefined;
  payerName: string;
  payerAddress: string;
  line: string;
  amountCents: number;
}

interface Stamp {
  text: string;
  color: string;
}

/** The content of the page, from the letterhead to the amount, and what is below. */
export function documentPage(
  kind: DocumentKind,
  data: Document,
  { stamp, below }: { stamp: Stamp; below: Block[] },
): PdfContent {
  return {
    title: `${kind} ${data.number}`,
    author: data.issuer.name,
    // The document's own timestamp, so that what is sent again is the same document.
    createdAt: data.issuedAt,
    blocks: [
      ...letterhead(data),
      heading(kind, stamp),
      parties(kind, data),
      amount(data),
      ...below,
    ],
  };
}

export function letterhead({ issuer, logo }: Pick<Document, 'issuer' | 'logo'>): Block[] {
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

function heading(kind: DocumentKind, { text, color }: Stamp): Block {
  const title: Text = { text: kind.toUpperCase(), size: 26, bold: true, letterSpacing: 1 };
  const stamp: Text = { text, color, size: 14, bold: true, align: 'right', above: 12 };
  const columns = [title, stamp].map((one) => ({ share: 1, texts: [one] }));
  return { kind: 'columns', above: 30, columns };
}

function parties(kind: DocumentKind, data: Document): Block {
  const day = formatDay(dayOf(data.issuedAt));
  const payer = [data.payerName, ...fewLines(data.payerAddress)];
  return {
    kind: 'columns',
    above: 14,
    columns: [
      { share: 1, texts: [label(`${kind} number`), { text: data.number }] },
      { share: 1, texts: [label('Date'), { text: day }] },
      { share: 2, texts: [label('Billed to'), ...payer.map((text) => ({ text }))] },
    ],
  };
}

function amount(data: Document): Block {
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

export function label(text: string): Text {
  return { text, size: 9, color: inks.muted };
}

export function note(text: string): Block {
  return { kind: 'text', above: 14, text: { text, color: inks.muted } };
}

/** Enough for any address that a letter carrier reads. More would move the amount off the page. */
function fewLines(text: string): string[] {
  return text
    .split(/\s*[\r\n]+\s*/)
    .filter((line) => line !== '')
    .slice(0, 8);
}
