import type { PdfContent } from '#server/platform/pdf/content.ts';

/** Fails in the way that the title says. Otherwise the title is the result. */
export function drawPdf({ title }: PdfContent): Buffer {
  const blocks: string[][] = [];
  if (title === 'throw') throw new Error('Cannot draw this.');
  if (title === 'hang') for (;;);
  if (title === 'exhaust memory') for (;;) blocks.push(Array.from({ length: 10_000 }, () => title));
  return Buffer.from(title);
}
