import type { AddPlan } from '#server/features/imports/kinds/same-records.ts';
import type { PaymentRow } from './read-payment-row.ts';

/** A payment whose payer is known. */
export interface PlannedPayment extends PaymentRow {
  memberId: string | null;
  address: string;
}

export type PaymentPlan = AddPlan<PlannedPayment>;
