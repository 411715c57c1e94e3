import { randomUUID } from 'node:crypto';
import { dayOf, type Day } from '#contract/days.ts';
import { invoiceTexts } from '#contract/invoices/endpoints.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import type { DonationMethod, PaymentMethod } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField, conflict } from '#server/errors.ts';
import { addDays } from '#contract/calendar.ts';
import type { Work } from '#server/context.ts';

/** How the money came. */
export interface Receipt {
  source: 'administrator' | 'payfast';
  /** The provider's id of the payment; the same one never counts twice. */
  externalReference?: string;
  /** When it came; today when left out. */
  paidOn?: Day | null | undefined;
}

/** An invoice or a donation, locked for as long as the transaction lasts. */
export interface Payable {
  columns: { invoice_id: string | null; donation_id: string | null };
  amountCents: number;
  method: PaymentMethod | DonationMethod;
  state: 'open' | 'paid' | 'void';
  /** Points the record to the payment, and does all that follows from it. */
  pay: (paymentId: string, paidOn: Day) => Promise<void>;
}

/**
 * `already`: nothing new. `credit`: money that came in for a record that was paid or void, kept and
 * shown to administrators. `elsewhere`: the provider's payment has been counted for another record.
 */
export type Settled = 'settled' | 'already' | 'credit' | 'elsewhere';

/**
 * The one way money is recorded. Once, in one transaction: the payment, and all that follows from
 * it. A paid record is left as it is. Rules §6.
 */
export async function settle(
  work: Work,
  receipt: Receipt,
  lock: (work: Work) => Promise<Payable>,
): Promise<Settled> {
  const paidOn = paymentDayOf(work, receipt);
  return inTransaction(work, async (inside) => {
    const payable = await lock(inside);
    if (payable.state !== 'open' && receipt.externalReference === undefined) {
      if (payable.state === 'void') throw conflict(invoiceTexts.isVoid);
      return 'already';
    }
    const paymentId = await recordPayment(inside, { ...receipt, paidOn }, payable);
    if (paymentId === null) return whereCounted(inside, receipt, payable);
    if (payable.state !== 'open') return 'credit';
    await payable.pay(paymentId, paidOn);
    return 'settled';
  });
}

/** An EFT may have come days before someone records it; a slip of the pen is refused. */
function paymentDayOf({ at }: Work, { paidOn }: Receipt): Day {
  const today = dayOf(at);
  if (!paidOn) return today;
  if (paidOn > today) throw badField('paidOn', paymentTexts.paidInFuture);
  if (paidOn < addDays(today, -longestAgo)) throw badField('paidOn', paymentTexts.paidTooEarly);
  return paidOn;
}

/** Days. */
const longestAgo = 366;

/** Answers the payment's id, or `null` when the provider's id is known. */
async function recordPayment(
  { db, at, by }: Work,
  { source, externalReference, paidOn }: Receipt & { paidOn: Day },
  { columns, amountCents, method }: Payable,
): Promise<string | null> {
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
    })
    .onConflict((known) => known.column('external_reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function whereCounted(
  { db }: Work,
  { externalReference = '' }: Receipt,
  { columns }: Payable,
): Promise<Settled> {
  const known = await db
    .selectFrom('payments')
    .select(['invoice_id', 'donation_id'])
    .where('external_reference', '=', externalReference)
    .executeTakeFirstOrThrow();
  const isHere =
    known.invoice_id === columns.invoice_id && known.donation_id === columns.donation_id;
  return isHere ? 'already' : 'elsewhere';
}
