import type { Day } from '#contract/days.ts';
import type { Issuer } from '#server/platform/db/tables.ts';

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
