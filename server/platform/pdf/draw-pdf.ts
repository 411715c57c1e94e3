import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { inks, type PdfContent, type TextStyle } from './content.ts';
import { fonts } from './fonts.ts';
import {
  heightOf,
  layOutBlock,
  margin,
  width,
  type Image,
  type Line,
  type Metrics,
  type Row,
} from './lay-out-block.ts';

const bottom = 841.89 - margin;
const lineHeight = 1.25;

/** Draws A4 pages, with the same bytes for the same content. Runs in a thread of `render-pdf.ts`. */
export async function drawPdf({ title, author, createdAt, blocks }: PdfContent): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    info: { Title: title, Author: author, CreationDate: createdAt },
    lang: 'en-ZA',
    displayTitle: true,
    // Otherwise pdfkit adds Helvetica.
    font: '',
  });
  for (const [name, font] of Object.entries(fonts)) {
    // pdfkit accepts a parsed font. Its types do not list it.
    doc.registerFont(name, font as unknown as Buffer);
  }
  const metrics = metricsOf(doc);
  const pages = openPages(doc);
  for (const block of blocks) pages.add(layOutBlock(block, metrics), block.above);
  doc.end();
  return buffer(doc);
}

function metricsOf(doc: PDFKit.PDFDocument): Metrics {
  return {
    widthOf: (text, style) =>
      select(doc, style).widthOfString(text, { characterSpacing: style.letterSpacing ?? 0 }),
    lineHeight: (style) => select(doc, style).currentLineHeight(true) * lineHeight,
  };
}

function select(doc: PDFKit.PDFDocument, { bold = false, size = 10.5 }: TextStyle) {
  return doc.font(bold ? 'bold' : 'regular').fontSize(size);
}

/** Places rows below each other, and starts a new page where they do not fit. */
function openPages(doc: PDFKit.PDFDocument) {
  let y = margin;
  let lastFill: string | undefined;

  function startPage(): void {
    doc.addPage();
    y = margin;
    lastFill = undefined;
  }

  function draw(row: Row): void {
    if (y > margin && y + heightOf(row) > bottom) startPage();
    const parts = row.cells.map((lines) => splitLines(lines, bottom - y - row.top - row.bottom));
    const part = { ...row, cells: parts.map(([fitting]) => fitting) };
    const height = heightOf(part);
    if (row.fill !== undefined) {
      // Adjacent rows overlap, because viewers show a gap between areas that only touch.
      const overlap = row.fill === lastFill ? 1 : 0;
      doc.rect(margin, y - overlap, width, height + overlap).fill(row.fill);
    }
    if (row.image !== undefined) drawImage(doc, row.image, y);
    for (const lines of part.cells) drawLines(doc, lines, y + row.top);
    y += height;
    lastFill = row.fill;
    const rest = parts.map(([, others]) => others);
    if (rest.some((lines) => lines.length > 0)) draw({ ...row, cells: rest });
  }

  return {
    add(rows: Row[], above: number): void {
      const height = rows.reduce((sum, row) => sum + heightOf(row), 0);
      if (y > margin && y + above + height > bottom && height <= bottom - margin) startPage();
      else if (y > margin) y += above;
      for (const row of rows) draw(row);
    },
  };
}

/** The lines that fit into the height, at least one, and the others. */
function splitLines(lines: Line[], room: number): [Line[], Line[]] {
  let height = 0;
  const end = lines.findIndex((line, index) => {
    height += line.above + line.height;
    return index > 0 && height > room;
  });
  return end === -1 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
}

function drawImage(doc: PDFKit.PDFDocument, { bytes, ...size }: Image, y: number): void {
  // Of another thread it comes as a plain array of bytes, which pdfkit does not read.
  doc.image(Buffer.from(bytes), margin, y, size);
}

function drawLines(doc: PDFKit.PDFDocument, lines: Line[], top: number): void {
  let y = top;
  for (const { text, style, x, above, height } of lines) {
    select(doc, style)
      .fillColor(style.color ?? inks.text)
      .text(text, margin + x, y + above, {
        lineBreak: false,
        characterSpacing: style.letterSpacing ?? 0,
      });
    y += above + height;
  }
}
