import type { Day } from '#contract/days.ts';
import type { Document } from './document-page.ts';

export const closedSentences = {
  void: 'This invoice was cancelled',
  writtenOff: 'What was still to pay of this invoice was written off',
} as const;

/** An invoice as it was issued, the source of its email and its PDF. product-rules 6.2. */
export interface InvoiceDocument extends Document {
  /** `INV-00042-K`. */
  paymentReference: string;
  /** Payments so far. */
  paidCents: number;
  paidOn: Day | null;
  /** Why there is nothing to pay although it is not paid. */
  closed: keyof typeof closedSentences | null;
}
