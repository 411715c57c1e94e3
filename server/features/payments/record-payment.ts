import { randomUUID } from 'node:crypto';
import { dayOf, type Day } from '#contract/days.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import type { DonationMethod, PaymentMethod } from '#server/platform/db/tables.ts';
import { badField } from '#server/errors.ts';
import { addDays } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';

/** The source of the payment. */
export interface PaymentInput {
  source: 'administrator' | 'payfast';
  /** The provider's id of the payment. The same id is recorded only once. */
  externalReference?: string;
  /** The payment day. The default is today. */
  paidOn?: Day | null | undefined;
}

/**
 * `already-paid`: nothing was recorded. `credit`: the record was paid or void; the payment is stored
 * and shown to administrators. `reference-used-elsewhere`: the provider's payment is already recorded
 * for another record.
 */
export type SettleOutcome = 'settled' | 'already-paid' | 'credit' | 'reference-used-elsewhere';

/** The record that is paid. */
export interface PaidRecord {
  columns: { invoice_id: string | null; donation_id: string | null };
  amountCents: number;
  /** The chosen method. A card payment is always recorded as a card payment. */
  method: PaymentMethod | DonationMethod;
  /** The record is already paid, or void: the payment is stored as a credit. product-rules 6.11. */
  isClosed: boolean;
}

/** An EFT may arrive days before it is recorded. An implausible day is refused. */
export function paymentDay({ at }: Context, { paidOn }: PaymentInput): Day {
  const today = dayOf(at);
  if (!paidOn) return today;
  if (paidOn > today) throw badField('paidOn', paymentTexts.paidInFuture);
  if (paidOn < addDays(today, -longestAgo)) throw badField('paidOn', paymentTexts.paidTooEarly);
  return paidOn;
}

/** Days. */
const longestAgo = 366;

/**
 * Inserts the payment of a locked record and returns its id. If the provider's id already exists, it
 * inserts nothing and returns the existing payment's record. product-rules 7.5.
 */
export async function recordPayment(
  ctx: Context,
  { columns, amountCents, method, isClosed }: PaidRecord,
  { source, externalReference, paidOn }: PaymentInput & { paidOn: Day },
): Promise<{ paymentId: string } | { outcome: 'already-paid' | 'reference-used-elsewhere' }> {
  const { db, at, by } = ctx;
  const row = await db
    .insertInto('payments')
    .values({
      id: randomUUID(),
      ...columns,
      amount_cents: amountCents,
      paid_on: paidOn,
      recorded_at: at,
      method: source === 'payfast' ? 'Credit Card' : method,
      source,
      recorded_by: by?.userId ?? null,
      external_reference: externalReference ?? null,
      is_credit: isClosed,
    })
    .onConflict((known) => known.column('external_reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) return { paymentId: row.id };
  const known = await db
    .selectFrom('payments')
    .select(['invoice_id', 'donation_id'])
    .where('external_reference', '=', externalReference ?? '')
    .executeTakeFirstOrThrow();
  const isSameRecord =
    known.invoice_id === columns.invoice_id && known.donation_id === columns.donation_id;
  return { outcome: isSameRecord ? 'already-paid' : 'reference-used-elsewhere' };
}
