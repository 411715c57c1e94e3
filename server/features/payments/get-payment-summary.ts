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
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('membership_periods as e', 'e.invoice_id', 'i.id')
    .leftJoin('members as m', 'm.id', 'i.member_id')
    .where('i.id', '=', id)
    .where('p.recorded_at', '>', since)
    .select(['i.number', 'i.member_id', 'i.payer_first_name', 'i.payer_last_name'])
    .select(['i.amount_cents', 'e.ends_on', 'm.number as member_number'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const names = [row.payer_first_name, row.payer_last_name];
  const name = canAccessMember(ctx, row.member_id) ? names.join(' ') : initialsOf(names);
  const { ends_on: validUntil, member_number: number } = row;
  return {
    reference: invoiceNumber(row.number),
    amount: row.amount_cents / 100,
    membership:
      validUntil === null || number === null
        ? null
        : { name, number: membershipNumber(number), validUntil },
  };
}

async function ofDonation(db: Db, id: string, since: Date): Promise<PaymentSummary | undefined> {
  const row = await db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.id', '=', id)
    .where('p.recorded_at', '>', since)
    .select(['d.number', 'd.amount_cents'])
    .executeTakeFirst();
  return (
    row && {
      reference: donationReference(row.number),
      amount: row.amount_cents / 100,
      membership: null,
    }
  );
}

/** "T. M." */
function initialsOf(names: string[]): string {
  const firsts = names.map((name) => /^./u.exec(name.trim())?.[0] ?? '');
  return firsts
    .filter((first) => first !== '')
    .map((first) => `${first}.`)
    .join(' ');
}
