import type { Day } from '#contract/days.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';

interface Row {
  /** Of the new record. */
  id: string;
  amountCents: number;
  paidOn: Day | null;
  method: PaymentMethod;
  bankReference: string | null;
}

/** A new record that its row of the file pays whole. */
export function paidRow(
  kind: 'invoice' | 'donation',
  { id, amountCents, paidOn, method, bankReference }: Row,
  reportedElsewhere: boolean,
) {
  const record = { kind, id, memberTypeId: null, amountCents, balanceCents: amountCents, method };
  const money = { paidOn: paidOn ?? '', bankReference, reportedElsewhere };
  return { record, input: { source: 'administrator', ...money } as const };
}
