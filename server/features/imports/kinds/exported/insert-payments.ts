import { sql } from 'kysely';
import { type Day, startOf } from '#contract/days.ts';
import { offeredMethods, type PaymentMethod } from '#contract/payments/payment-details.ts';
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
  source: 'administrator' | 'payfast';
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
    source: reader.oneOf('source', ['administrator', 'payfast'] as const),
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

/** Inserts payments, and lets invoices and donations point to those that count. */
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
        is_credit: one.isCredit,
        closed_at: one.closedOn === null ? null : startOf(one.closedOn),
        closed_by: one.closedOn === null ? null : by.userId,
        closed_reason: one.closedOn === null ? null : (one.closedReason ?? ''),
      })),
    )
    .execute();
  const counting = payments.filter(({ isCredit, closedOn }) => !isCredit && closedOn === null);
  const ids = counting.map(({ id }) => id);
  await sql`
    UPDATE invoices SET payment_id = p.id FROM payments AS p
    WHERE p.id = ANY(${ids}::uuid[]) AND invoices.id = p.invoice_id`.execute(db);
  await sql`
    UPDATE donations SET payment_id = p.id FROM payments AS p
    WHERE p.id = ANY(${ids}::uuid[]) AND donations.id = p.donation_id`.execute(db);
}
