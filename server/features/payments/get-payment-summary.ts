import { sql } from 'kysely';
import { donationReference, invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import {
  paymentTexts,
  type PaymentKind,
  type PaymentSummary,
} from '#contract/payments/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { canAccessMember } from '#server/platform/access/member-reach.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Links to pay stay in old mails. A day after the payment they show nothing. */
const shownForMs = 24 * 60 * 60 * 1000;

/**
 * For the page that the payer sees next. Every caller with the id gets it, so the name
 * is reduced to initials. product-rules 3.6.
 */
export async function getPaymentSummary(
  ctx: Context,
  { type, id }: { type: PaymentKind; id: string },
): Promise<PaymentSummary> {
  const since = new Date(ctx.at.getTime() - shownForMs);
  const summary =
    type === 'subscription' ? await ofInvoice(ctx, id, since) : await ofDonation(ctx.db, id, since);
  if (summary === undefined) throw notFound(paymentTexts.unknown);
  return summary;
}

async function ofInvoice(
  ctx: Context,
  id: string,
  since: Date,
): Promise<PaymentSummary | undefined> {
  const row = await ctx.db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('membership_periods as e', 'e.invoice_id', 'i.id')
    .leftJoin('members as m', 'm.id', 'i.member_id')
    .where('i.id', '=', id)
    .select(['i.number', 'i.member_id', 'i.payer_first_name', 'i.payer_last_name'])
    .select(['i.amount_cents', 'e.ends_on', 'm.number as member_number'])
    .select(['i.paid_cents', 'i.is_open', 'p.amount_cents as received_cents', 'p.recorded_at'])
    .select(moneyOf('invoice_id', 'i', since))
    .executeTakeFirst();
  if (row === undefined || !isShown(row, since)) return undefined;
  const names = [row.payer_first_name, row.payer_last_name];
  const name = canAccessMember(ctx, row.member_id, 'money.read')
    ? names.join(' ')
    : initialsOf(names);
  const { ends_on: validUntil, member_number: number } = row;
  return {
    reference: invoiceNumber(row.number),
    ...amountsOf({ ...row, paid_cents: row.is_open ? row.paid_cents : 0 }),
    membership:
      validUntil === null || number === null
        ? null
        : { name, number: membershipNumber(number), validUntil },
  };
}

async function ofDonation(db: Db, id: string, since: Date): Promise<PaymentSummary | undefined> {
  const row = await db
    .selectFrom('donations as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.id', '=', id)
    .select(['d.number', 'd.amount_cents'])
    .select(['d.paid_cents', 'p.amount_cents as received_cents', 'p.recorded_at'])
    .select(moneyOf('donation_id', 'd', since))
    .executeTakeFirst();
  if (row === undefined || !isShown(row, since)) return undefined;
  return { reference: donationReference(row.number), ...amountsOf(row), membership: null };
}

function moneyOf(column: 'invoice_id' | 'donation_id', record: 'i' | 'd', since: Date) {
  const isOfRecord = sql`${sql.ref(`h.${column}`)} = ${sql.ref(`${record}.id`)}`;
  const isByCard = sql`${isOfRecord} AND h.source = 'payfast' AND h.reversed_at IS NULL`;
  return [
    sql<number>`(SELECT coalesce(sum(h.credit_cents), 0)::integer FROM payments AS h
      WHERE ${isOfRecord} AND h.reversed_at IS NULL)`.as('held_cents'),
    sql<Date | null>`(SELECT max(h.recorded_at) FROM payments AS h WHERE ${isByCard})`.as(
      'card_at',
    ),
    sql<boolean>`EXISTS (SELECT FROM payments AS h WHERE ${isByCard} AND h.counts_for IS NOT NULL
      AND h.recorded_at > ${since})`.as('is_paid_by_card'),
    sql<boolean>`coalesce((SELECT h.counts_for IS NOT NULL FROM payments AS h WHERE ${isByCard}
      ORDER BY h.recorded_at DESC, h.id LIMIT 1), true)`.as('is_receipted'),
  ] as const;
}

interface Shown {
  /** Of the payment that paid it. */
  recorded_at: Date | null;
  amount_cents: number;
  received_cents: number | null;
  paid_cents: number;
  held_cents: number;
  card_at: Date | null;
  is_paid_by_card: boolean;
  is_receipted: boolean;
}

/** Of a record that is not paid, money is shown until somebody deals with it. */
function isShown(row: Shown, since: Date): boolean {
  const { recorded_at, card_at } = row;
  if (recorded_at === null) return row.held_cents > 0 || row.paid_cents > 0;
  return recorded_at > since || (card_at !== null && card_at > since);
}

function amountsOf(row: Shown) {
  const isPaid = row.recorded_at !== null;
  return {
    amount: row.amount_cents / 100,
    received: (row.received_cents ?? 0) / 100,
    held: row.held_cents / 100,
    paid: isPaid ? 0 : row.paid_cents / 100,
    isPaidByCard: !isPaid && row.is_paid_by_card,
    isReceipted: row.is_receipted,
  };
}

/** "T. M." */
function initialsOf(names: string[]): string {
  const firsts = names.map((name) => /^./u.exec(name.trim())?.[0] ?? '');
  return firsts
    .filter((first) => first !== '')
    .map((first) => `${first}.`)
    .join(' ');
}
