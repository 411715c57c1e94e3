import { sql } from 'kysely';
import { type Day, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Fact } from '#server/platform/mail/email-template.ts';

/** What a receipt lists: the payments of an invoice up to its own, and what became of more money than was to pay. */
export interface ReceivedMoney {
  payments: { amountCents: number; paidOn: Day; isCarried: boolean }[];
  /** What counts of payments that were recorded after the receipt's own. */
  laterCents: number;
  /** Of the money above the invoice: used for something else, or paid back. */
  usedCents: number;
  /** Of the money above the invoice: still here. */
  heldCents: number;
}

/** What a credit of the invoice paid of this same invoice. It is listed as its payment. */
const carriedHere = sql<number>`(SELECT coalesce(sum(u.amount_cents), 0)::integer
  FROM credit_uses AS u JOIN payments AS c ON c.id = u.carried_to
  WHERE u.payment_id = payments.id AND u.reversed_at IS NULL AND c.invoice_id = payments.invoice_id)`;

/** `null`: the receipt's own payment was undone. Mails of earlier versions name no payment, so they list all. */
export async function readReceivedMoney(
  db: Db,
  { invoiceId, paymentId }: { invoiceId: string; paymentId?: string | undefined },
): Promise<ReceivedMoney | null> {
  const rows = await db
    .selectFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('recorded_at')
    // Of one instant: what was carried came before, and is posted later. The others as they were posted.
    .orderBy(sql`source = 'credit'`, 'desc')
    .orderBy(sql`(SELECT min(e.id) FROM ledger_entries AS e WHERE e.source_id = payments.id)`)
    .select(['id', 'amount_cents', 'counted_cents', 'used_cents', 'credit_cents'])
    .select(['paid_on', 'counts_for', 'source', carriedHere.as('carried_here')])
    .execute();
  const counting = rows.filter(({ counts_for }) => counts_for !== null);
  const own =
    paymentId === undefined ? counting.at(-1) : counting.find(({ id }) => id === paymentId);
  if (own === undefined) return null;
  const upToOwn = rows.slice(0, rows.indexOf(own) + 1);
  const later = counting.slice(counting.indexOf(own) + 1);
  return {
    payments: upToOwn
      .map((row) => ({
        amountCents: row.amount_cents - row.carried_here,
        paidOn: row.paid_on,
        isCarried: row.source === 'credit',
      }))
      .filter(({ amountCents }) => amountCents > 0),
    laterCents: later.reduce((sum, { counted_cents }) => sum + counted_cents, 0),
    usedCents: upToOwn.reduce((sum, row) => sum + row.used_cents - row.carried_here, 0),
    heldCents: upToOwn.reduce((sum, { credit_cents }) => sum + credit_cents, 0),
  };
}

export function paymentFacts({ payments, ...money }: ReceivedMoney): Fact[] {
  return [
    ...payments.map(({ amountCents, paidOn, isCarried }) => ({
      label: isCarried ? 'Paid from what we held for you' : `Paid on ${formatDay(paidOn)}`,
      value: formatRand(amountCents / 100),
    })),
    ...otherFacts(money),
  ];
}

/** The other money, as it is when the receipt is drawn. */
export function otherFacts({
  laterCents = 0,
  usedCents,
  heldCents,
}: Partial<Pick<ReceivedMoney, 'laterCents'>> &
  Pick<ReceivedMoney, 'usedCents' | 'heldCents'>): Fact[] {
  return [
    { label: 'Paid later', cents: laterCents },
    { label: 'Used or paid back since', cents: usedCents },
    { label: 'Left as a credit', cents: heldCents },
  ].flatMap(({ label, cents }) => (cents === 0 ? [] : [{ label, value: formatRand(cents / 100) }]));
}
