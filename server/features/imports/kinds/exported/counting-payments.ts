import * as z from 'zod/mini';
import { day, id } from '#contract/fields.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import { paymentMethod, paymentSource, positiveMoney } from '#contract/payments/payment-details.ts';
import { type PaymentOfExport, readPayment } from './insert-payments.ts';
import { type ExportReader, jsonIn } from './read-exported.ts';

const optionalText = z.nullable(z.string());

const exportedParts = z.array(
  z.object({
    paymentId: id,
    amount: positiveMoney,
    counted: positiveMoney,
    paidOn: day,
    method: paymentMethod,
    bankReference: optionalText,
    source: paymentSource,
    cardReference: optionalText,
    recordedOn: day,
  }),
);

interface PaidRecord {
  amountCents: number;
  isPaid: boolean;
  /** The column with the day of the last payment. */
  dayKey: string;
}

/** A payment of the record of the row. */
type CountingPayment = Omit<PaymentOfExport, 'invoiceId' | 'donationId'>;

/** The payments that count for an invoice or a donation: one in columns of its own, or all as parts. */
export function readCountingPayments(reader: ExportReader, record: PaidRecord): CountingPayment[] {
  const counts = { payerName: null, undoneOn: null, undoneReason: null };
  const { amountCents, isPaid, dayKey } = record;
  if (reader.cell('parts') === '') {
    if (!isPaid) return [];
    const amounts = { amountCents, countedCents: amountCents };
    return [{ ...readPayment(reader, dayKey), ...amounts, ...counts }];
  }
  const { success, data } = exportedParts.safeParse(jsonIn(reader.cell('parts')));
  const parts = (data ?? []).map(({ paymentId, amount, counted, ...part }) => ({
    ...part,
    ...counts,
    id: paymentId,
    amountCents: Math.round(amount * 100),
    countedCents: Math.round(counted * 100),
  }));
  const sum = parts.reduce((total, { countedCents }) => total + countedCents, 0);
  const fits = isPaid ? sum === amountCents : sum < amountCents;
  if (!success) reader.fail('parts', texts.wrong);
  else if (!fits) reader.fail('parts', texts.notTheSum);
  return parts;
}
