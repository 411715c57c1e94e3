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
  amountCents: number;
  paidOn: Day;
  method: PaymentMethod;
  bankReference: string | null;
  source: PaymentSource;
  cardReference: string | null;
  recordedOn: Day;
  isCredit: boolean;
  closedOn: Day | null;
  closedReason: string | null;
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

/** The payment that an invoice or a donation is paid by. */
export function countingPayment(
  payment: ReturnType<typeof readPayment>,
  record: Pick<PaymentOfExport, 'invoiceId' | 'donationId' | 'amountCents'>,
): PaymentOfExport {
  return { ...payment, ...record, isCredit: false, closedOn: null, closedReason: null };
}

/** Inserts payments. A trigger marks invoices and donations as paid. */
export async function insertPayments(
  { db }: Context,
  { by }: ImportJob,
  payments: PaymentOfExport[],
): Promise<void> {
  if (payments.length === 0) return;
  await db
    .insertInto('payments')
    .values(
      payments.map((one) => ({
        id: one.id,
        invoice_id: one.invoiceId,
        donation_id: one.donationId,
        amount_cents: one.amountCents,
        paid_on: one.paidOn,
        recorded_at: startOf(one.recordedOn),
        method: one.method,
        source: one.source,
        recorded_by: one.source === 'administrator' ? by.userId : null,
        external_reference: one.cardReference,
        bank_reference: one.bankReference,
        counted_cents: one.isCredit ? 0 : one.amountCents,
        reversed_at: one.closedOn === null ? null : startOf(one.closedOn),
        reversed_by: one.closedOn === null ? null : by.userId,
        reversed_reason: one.closedOn === null ? null : (one.closedReason ?? ''),
      })),
    )
    .execute();
}
