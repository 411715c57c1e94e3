import type { Day } from '#contract/days.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { invoicePage } from './invoice-page.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';

/** An invoice as it was issued, the source of its email and its PDF. product-rules 6.2. */
export interface InvoiceDocument {
  /** `INV-00042`. */
  number: string;
  /** `INV-00042-K`. */
  paymentReference: string;
  issuedAt: Date;
  issuer: Issuer;
  /** The picture of the issuer's logo. */
  logo?: Uint8Array | undefined;
  payerName: string;
  payerAddress: string;
  line: string;
  amountCents: number;
  /** Payments so far. */
  paidCents: number;
  paidOn: Day | null;
  isVoid: boolean;
}

/** Renders A4 pages, with the same bytes for the same data. */
export function renderInvoicePdf(data: InvoiceDocument): Promise<Buffer> {
  return renderPdf(invoicePage(data));
}
