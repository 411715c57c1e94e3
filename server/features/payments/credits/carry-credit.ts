import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import { donationTypeNames } from '#contract/donations/endpoints.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import {
  type carryCredit as carryEndpoint,
  creditTexts as texts,
  type donateCredit as donateEndpoint,
} from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { addDonation } from '#server/features/donations/add-donation.ts';
import { readNeededFrom } from '#server/features/ledger/posted.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { labelOf, lockPayable, type Payable, readPayable } from '../payable.ts';
import type { PaymentInput } from '../record-payment.ts';
import { settlePayable } from '../settle-payable.ts';
import {
  assertLeft,
  auditUse,
  insertUse,
  lockCredit,
  type LockedCredit,
  releaseDay,
} from './use-credit.ts';

/**
 * Pays an open invoice from a credit. It counts from the day on which the money came, but not from before the invoice, and not
 * from before the voiding of the invoice that the money paid first. product-rules 6.34.
 */
export async function carryCredit(
  ctx: Context,
  id: string,
  { invoiceId, amount }: BodyOf<typeof carryEndpoint>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    // Records are locked before payments, as when a payment is undone.
    const ref = { kind: 'invoice', id: invoiceId } as const;
    await lockPayable(db, ref);
    const invoice = await readPayable(db, ref);
    const { state, balanceCents } = invoice;
    if (state !== 'open') throw conflict(texts.notOpen(labelOf(invoice)));
    const amountCents = centsOf(amount);
    if (amountCents > balanceCents) {
      throw badField('amount', texts.carriedTooMuch(labelOf(invoice), balanceCents / 100));
    }
    const credit = await lockCredit(inside, id);
    assertLeft(credit.credit_cents, amountCents);
    await carry(inside, { credit, invoice, amountCents });
  });
}

/**
 * Pays a new, locked invoice from a locked credit, as much as fits. The mail about the invoice says it, so
 * a part gets no receipt. Answers whether something is still to pay.
 */
export async function carryLocked(ctx: Context, id: string, invoiceId: string): Promise<boolean> {
  const invoice = await readPayable(ctx.db, { kind: 'invoice', id: invoiceId });
  const credit = await lockCredit(ctx, id);
  const { balanceCents } = invoice;
  const amountCents = Math.min(credit.credit_cents, balanceCents);
  if (amountCents > 0) await carry(ctx, { credit, invoice, amountCents, withoutPartReceipt: true });
  return amountCents < balanceCents;
}

interface Carried extends Pick<PaymentInput, 'withoutPartReceipt'> {
  credit: LockedCredit;
  invoice: Payable;
  amountCents: number;
}

async function carry(
  ctx: Context,
  { credit, invoice, amountCents, ...options }: Carried,
): Promise<void> {
  const from = [
    invoice.createdOn,
    credit.paid_on,
    (await releaseDay(ctx.db, credit.id)) ?? '',
  ].toSorted();
  const day = from.at(-1) ?? credit.paid_on;
  const needed = { invoiceId: invoice.id, cents: amountCents, day, money: credit.id };
  const { paymentId = '' } = await settlePayable(ctx, invoice, {
    source: 'credit',
    amountCents,
    paidOn: (await readNeededFrom(ctx, needed)) ?? day,
    paidBy: credit.method,
    bankReference: credit.bank_reference,
    creditId: credit.id,
    ...options,
  });
  const use = { kind: 'invoice', amountCents } as const;
  await insertUse(ctx, credit, { ...use, carriedTo: paymentId });
  const after = { amount: amountCents / 100, invoiceNumber: labelOf(invoice) };
  await auditUse(ctx, credit.id, { action: 'carryCredit', after });
}

/** Makes a donation of a credit. The donor is thanked as for any other. product-rules 6.34. */
export async function donateCredit(
  ctx: Context,
  id: string,
  { amount, firstName, lastName, email }: BodyOf<typeof donateEndpoint>,
): Promise<ReplyOf<typeof donateEndpoint>> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const credit = await lockCredit(inside, id);
    const amountCents = centsOf(amount);
    assertLeft(credit.credit_cents, amountCents);
    const ref = { kind: 'donation', id: randomUUID() } as const;
    const types = await db.selectFrom('donation_types').select(['id', 'name']).execute();
    const typeOf = (name: string) => types.find((type) => type.name === name);
    const type = typeOf(credit.method) ?? typeOf(donationTypeNames.eft);
    if (type === undefined) throw new Error('the seeded donation types are missing');
    const donor = { firstName, lastName, email };
    const input = { id: ref.id, donor, amountCents, type, needsAnswer: false };
    const added = await addDonation(inside, input);
    const { paymentId = '' } = await settlePayable(inside, ref, {
      source: 'credit',
      // The donor gives it today, whenever the money came.
      paidOn: dayOf(inside.at),
      paidBy: credit.method,
      bankReference: credit.bank_reference,
      creditId: credit.id,
    });
    const use = { kind: 'donation', amountCents } as const;
    await insertUse(inside, credit, { ...use, carriedTo: paymentId });
    const { reference } = added;
    await auditUse(inside, id, { action: 'donateCredit', after: { amount, donation: reference } });
    return { donationId: ref.id, reference };
  });
}
