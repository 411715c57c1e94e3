import { sql } from 'kysely';
import { donationReference, invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import {
  paymentTexts,
  type PaymentKind,
  type PaymentSummary,
} from '#contract/payments/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { canAccessMember } from '#server/member-reach.ts';
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
    .select(['p.amount_cents as received_cents', 'p.recorded_at'])
    .select(heldCents('invoice_id', 'i'))
    .executeTakeFirst();
  if (row === undefined || !isShown(row, since)) return undefined;
  const names = [row.payer_first_name, row.payer_last_name];
  const name = canAccessMember(ctx, row.member_id) ? names.join(' ') : initialsOf(names);
  const { ends_on: validUntil, member_number: number } = row;
  return {
    reference: invoiceNumber(row.number),
    ...amountsOf(row),
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
    .select(['p.amount_cents as received_cents', 'p.recorded_at'])
    .select(heldCents('donation_id', 'd'))
    .executeTakeFirst();
  if (row === undefined || !isShown(row, since)) return undefined;
  return { reference: donationReference(row.number), ...amountsOf(row), membership: null };
}

/** A part that was paid by card is held until the record is paid. */
function heldCents(column: 'invoice_id' | 'donation_id', record: 'i' | 'd') {
  return sql<number>`(SELECT coalesce(sum(h.credit_cents + CASE
      WHEN h.source = 'payfast' AND h.counts_for IS NOT NULL
        AND ${sql.ref(`${record}.payment_id`)} IS NULL THEN h.counted_cents ELSE 0 END), 0)::integer
    FROM payments AS h WHERE ${sql.ref(`h.${column}`)} = ${sql.ref(`${record}.id`)})`.as(
    'held_cents',
  );
}

interface Shown {
  recorded_at: Date | null;
  amount_cents: number;
  received_cents: number | null;
  held_cents: number;
}

/** Money that is held is shown until somebody deals with it. */
function isShown({ recorded_at, held_cents }: Shown, since: Date): boolean {
  return recorded_at === null ? held_cents > 0 : recorded_at > since;
}

function amountsOf({ amount_cents, received_cents, held_cents }: Shown) {
  return {
    amount: amount_cents / 100,
    received: (received_cents ?? 0) / 100,
    held: held_cents / 100,
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
