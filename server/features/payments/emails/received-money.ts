import { sql } from 'kysely';
import { type Day, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Fact } from '#server/platform/mail/email-template.ts';

/** What a receipt lists: the payments of an invoice that count, and what is left of all its money. */
export interface ReceivedMoney {
  payments: { amountCents: number; paidOn: Day; isCarried: boolean }[];
  heldCents: number;
}

export async function readReceivedMoney(db: Db, invoiceId: string): Promise<ReceivedMoney> {
  const rows = await db
    .selectFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('recorded_at')
    // Of one instant: what was carried came before, whose booking is later. The others as they were booked.
    .orderBy(sql`source = 'credit'`, 'desc')
    .orderBy(sql`(SELECT min(b.id) FROM bookings AS b WHERE b.payment_id = payments.id)`)
    .select(['amount_cents', 'credit_cents', 'paid_on', 'counts_for', 'source'])
    .execute();
  const counting = rows.filter(({ counts_for }) => counts_for !== null);
  return {
    payments: counting.map((row) => ({
      amountCents: row.amount_cents,
      paidOn: row.paid_on,
      isCarried: row.source === 'credit',
    })),
    heldCents: rows.reduce((sum, { credit_cents }) => sum + credit_cents, 0),
  };
}

export function paymentFacts({ payments, heldCents }: ReceivedMoney): Fact[] {
  const held = { label: 'Left as a credit', value: formatRand(heldCents / 100) };
  return [
    ...payments.map(({ amountCents, paidOn, isCarried }) => ({
      label: isCarried ? 'Paid from what we held for you' : `Paid on ${formatDay(paidOn)}`,
      value: formatRand(amountCents / 100),
    })),
    ...(heldCents === 0 ? [] : [held]),
  ];
}
