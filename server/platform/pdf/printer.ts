import { readFileSync } from 'node:fs';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

declare module 'pdfmake' {
  /** Documented, and missing from its types. */
  export const virtualfs: { writeFileSync(name: string, content: Buffer): void };
}

const fonts = { normal: 'NotoSans-Regular.ttf', bold: 'NotoSans-SemiBold.ttf' };

// Given as bytes once, so that printing opens no file and no address, whatever a document says.
for (const name of Object.values(fonts)) {
  pdfmake.virtualfs.writeFileSync(name, readFileSync(new URL(`fonts/${name}`, import.meta.url)));
}
pdfmake.setFonts({ NotoSans: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

export function printPdf(page: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(page).getBuffer();
}
