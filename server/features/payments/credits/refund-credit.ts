import type { BodyOf } from '#contract/endpoint.ts';
import {
  type closeCredit as closing,
  refundMethodsOf,
  creditTexts as texts,
  type refundCredit as endpoint,
} from '#contract/payments/credits.ts';
import { dayOf } from '#contract/days.ts';
import { centsOf } from '#contract/money.ts';
import { vatPercent, vatWithin } from '#contract/vat.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { asksKeptVat } from '#server/features/ledger/payment-vat.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { paymentDay } from '../payment-day.ts';
import {
  assertLeft,
  auditUse,
  insertUse,
  lockCredit,
  type LockedCredit,
  releaseDay,
} from './use-credit.ts';

/** Records that money was paid back, and by which method. product-rules 6.34. */
export async function refundCredit(
  ctx: Context,
  id: string,
  { amount, refundedOn, refundedBy: method, reference, reason }: BodyOf<typeof endpoint>,
): Promise<void> {
  const usedOn = paymentDay(ctx, { paidOn: refundedOn }, 'refundedOn');
  const refundedBy = method ?? 'EFT';
  await inTransaction(ctx, async (inside) => {
    const credit = await lockCredit(inside, id);
    const { credit_cents, paid_on } = credit;
    if (usedOn < paid_on) throw badField('refundedOn', texts.usedBefore(paid_on));
    if (!refundMethodsOf(credit).includes(refundedBy))
      throw badField('refundedBy', texts.notByCard(refundedBy));
    const since = await releaseDay(inside.db, id);
    if (since !== null && usedOn < since) throw badField('refundedOn', texts.creditSince(since));
    const amountCents = centsOf(amount);
    assertLeft(credit_cents, amountCents);
    const use = { kind: 'refund', amountCents, usedOn, refundedBy, reference, reason } as const;
    await insertUse(inside, credit, use);
    const after = { amount, refundedOn: usedOn, refundedBy, reference, reason };
    await auditUse(inside, id, { action: 'refundCredit', after });
  });
}

/** Closes the rest of a credit, or gives up what is owed of it, with a reason. A repeat changes nothing. */
export async function closeCredit(
  ctx: Context,
  id: string,
  { reason, hasVat }: BodyOf<typeof closing>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const credit = await lockCredit(inside, id);
    const amountCents = credit.credit_cents;
    if (amountCents === 0) return;
    const vatCents = await keptVat(inside, credit, hasVat);
    await insertUse(inside, credit, { kind: 'other', amountCents, vatCents, reason });
    const vat = vatCents === 0 ? {} : { vat: vatCents / 100 };
    const after = { amount: amountCents / 100, ...vat, reason };
    await auditUse(inside, id, { action: 'closeCredit', after });
  });
}

/** Only a person can know whether money that paid nothing was for something with VAT. */
async function keptVat(
  ctx: Context,
  { id, credit_cents }: LockedCredit,
  hasVat: boolean | null | undefined,
): Promise<number> {
  if (credit_cents < 0) return 0;
  if (!(await asksKeptVat(ctx, { day: dayOf(ctx.at), paymentId: id }))) return 0;
  if (typeof hasVat !== 'boolean') throw badField('hasVat', texts.hasVatMissing);
  return hasVat ? vatWithin(credit_cents, vatPercent) : 0;
}
