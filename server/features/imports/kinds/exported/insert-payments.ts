import { type Day, startOf } from '#contract/days.ts';
import {
  offeredMethods,
  type PaymentMethod,
  paymentSource,
  type PaymentSource,
} from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import type { ImportJob } from '../import-kind.ts';
import type { ExportReader } from './read-exported.ts';

export interface PaymentOfExport {
  id: string;
  invoiceId: string | null;
  donationId: string | null;
  payerName: string | null;
  amountCents: number;
  countedCents: number;
  paidOn: Day;
  method: PaymentMethod;
  bankReference: string | null;
  source: PaymentSource;
  cardReference: string | null;
  recordedOn: Day;
  undoneOn: Day | null;
  undoneReason: string | null;
}

/** What the files of invoices, donations and payments say about a payment in the same columns. */
export function readPayment(reader: ExportReader, dayKey: string) {
  return {
    id: reader.requiredId('paymentId'),
    paidOn: reader.requiredDay(dayKey),
    method: reader.oneOf('method', [...offeredMethods, 'Pay Pal'] as const),
    bankReference: reader.textOrNull('bankReference'),
    source: reader.oneOf('source', paymentSource.options),
    cardReference: reader.textOrNull('cardReference'),
    recordedOn: reader.requiredDay('recordedOn'),
  };
}

/** Inserts payments. A trigger adds up what counts for invoices and donations. */
export async function insertPayments(
  { db }: Context,
  { by }: ImportJob,
  payments: PaymentOfExport[],
): Promise<void> {
  if (payments.length === 0) return;
  await db
    .insertInto('payments')
    .values(
      payments.map((one, place) => ({
        id: one.id,
        invoice_id: one.invoiceId,
        donation_id: one.donationId,
        payer_name: one.payerName,
        amount_cents: one.amountCents,
        counted_cents: one.countedCents,
        paid_on: one.paidOn,
        // Milliseconds keep the order of the parts of a day: the last one pays the record.
        recorded_at: new Date(startOf(one.recordedOn).getTime() + place),
        method: one.method,
        // The lines of banks are not in an export: here the payment is recorded by hand.
        source: one.source === 'bank' ? 'administrator' : one.source,
        recorded_by: one.source === 'payfast' ? null : by.userId,
        external_reference: one.cardReference,
        bank_reference: one.bankReference,
        reversed_at: one.undoneOn === null ? null : startOf(one.undoneOn),
        reversed_by: one.undoneOn === null ? null : by.userId,
        reversed_reason: one.undoneOn === null ? null : (one.undoneReason ?? ''),
      })),
    )
    .execute();
}
