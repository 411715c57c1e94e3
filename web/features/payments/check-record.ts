import { type PaymentKind, paymentTexts } from '#contract/payments/endpoints.ts';
import type { PaymentRecord } from './find-record.ts';

/** Why the record cannot be paid by card; null if it can. product-rules 15.12. */
export function problemWith(kind: PaymentKind, record: PaymentRecord | null): string | null {
  if (record === null) return paymentTexts.unknownFormat;
  if (record.amount === null) return paymentTexts.noAmount(kind);
  if (record.id === null) return paymentTexts.noRecord(kind);
  return null;
}
