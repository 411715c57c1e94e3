import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import { donationTypeNames } from '#contract/donations/endpoints.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import {
  type carryCredit as carryEndpoint,
  creditTexts as texts,
  type donateCredit as donateEndpoint,
} from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { addDonation } from '#server/features/donations/add-donation.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { isOpen } from '#server/features/invoices/open-invoices.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { PaymentInput } from '../record-payment.ts';
import { settleDonation } from '../settle-donation.ts';
import { settleInvoice } from '../settle-invoice.ts';
import { assertLeft, auditUse, insertUse, lockCredit, type LockedCredit } from './use-credit.ts';

/**
 * Pays an open invoice from a credit. It counts from the day on which the money came, but not from
 * before the invoice. product-rules 6.34.
 */
export async function carryCredit(
  ctx: Context,
  id: string,
  { invoiceId, amount }: BodyOf<typeof carryEndpoint>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    // Records are locked before payments, as when a payment is undone.
    await lockInvoice(db, invoiceId);
    const invoice = await readInvoice(db, invoiceId);
    const { invoiceNumber, balance } = invoice;
    if (!isOpen(invoice)) throw conflict(texts.notOpen(invoiceNumber));
    const amountCents = Math.round(amount * 100);
    if (amountCents > Math.round(balance * 100)) {
      throw badField('amount', texts.carriedTooMuch(invoiceNumber, balance));
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
  const invoice = await readInvoice(ctx.db, invoiceId);
  const credit = await lockCredit(ctx, id);
  const balanceCents = Math.round(invoice.balance * 100);
  const amountCents = Math.min(credit.credit_cents, balanceCents);
  if (amountCents > 0) await carry(ctx, { credit, invoice, amountCents, withoutPartReceipt: true });
  return amountCents < balanceCents;
}

interface Carried extends Pick<PaymentInput, 'withoutPartReceipt'> {
  credit: LockedCredit;
  invoice: Invoice;
  amountCents: number;
}

async function carry(
  ctx: Context,
  { credit, invoice, amountCents, ...options }: Carried,
): Promise<void> {
  const { id: invoiceId, invoiceNumber, createdUtc } = invoice;
  const issuedOn = dayOf(new Date(createdUtc));
  const { paymentId = '' } = await settleInvoice(ctx, {
    invoiceId,
    source: 'credit',
    amountCents,
    paidOn: credit.paid_on > issuedOn ? credit.paid_on : issuedOn,
    paidBy: credit.method,
    bankReference: credit.bank_reference,
    ...options,
  });
  const use = { kind: 'invoice', amountCents } as const;
  await insertUse(ctx, credit.id, { ...use, carriedTo: paymentId });
  const after = { amount: amountCents / 100, invoiceNumber };
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
    const amountCents = Math.round(amount * 100);
    assertLeft(credit.credit_cents, amountCents);
    const donationId = randomUUID();
    const types = await db.selectFrom('donation_types').select(['id', 'name']).execute();
    const typeOf = (name: string) => types.find((type) => type.name === name);
    const type = typeOf(credit.method) ?? typeOf(donationTypeNames.eft);
    if (type === undefined) throw new Error('the seeded donation types are missing');
    const form = { firstName, lastName, email, amount };
    const added = await addDonation(inside, { id: donationId, form, type, needsAnswer: false });
    const { paymentId = '' } = await settleDonation(inside, {
      donationId,
      source: 'credit',
      paidOn: credit.paid_on,
      paidBy: credit.method,
      bankReference: credit.bank_reference,
    });
    const use = { kind: 'donation', amountCents } as const;
    await insertUse(inside, id, { ...use, carriedTo: paymentId });
    const { reference } = added;
    await auditUse(inside, id, { action: 'donateCredit', after: { amount, donation: reference } });
    return { donationId, reference };
  });
}
