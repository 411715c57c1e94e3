import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoicePage } from './invoice-page.ts';

/** Renders A4 pages, with the same bytes for the same data. */
export function renderInvoicePdf(data: InvoiceDocument): Promise<Buffer> {
  return renderPdf(invoicePage(data));
}
