import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { donationReference } from '#contract/numbers.ts';
import {
  type carryCredit as carryEndpoint,
  creditTexts as texts,
  type donateCredit as donateEndpoint,
} from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { isOpen } from '#server/features/invoices/open-invoices.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { settleDonation } from '../settle-donation.ts';
import { settleInvoice } from '../settle-invoice.ts';
import { assertLeft, auditUse, insertUse, lockCredit, today } from './use-credit.ts';

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
    const { invoiceNumber, balance, createdUtc } = invoice;
    if (!isOpen(invoice)) throw conflict(texts.notOpen(invoiceNumber));
    const amountCents = Math.round(amount * 100);
    if (amountCents > Math.round(balance * 100)) {
      throw badField('amount', texts.carriedTooMuch(invoiceNumber, balance));
    }
    const credit = await lockCredit(inside, id);
    assertLeft(credit.credit_cents, amountCents);
    const issuedOn = dayOf(new Date(createdUtc));
    const { paymentId = '' } = await settleInvoice(inside, {
      invoiceId,
      source: 'credit',
      amountCents,
      paidOn: credit.paid_on > issuedOn ? credit.paid_on : issuedOn,
      paidBy: credit.method,
      bankReference: credit.bank_reference,
    });
    const use = { kind: 'invoice', amountCents, usedOn: today(inside) } as const;
    await insertUse(inside, id, { ...use, carriedTo: paymentId });
    await auditUse(inside, id, { action: 'carryCredit', after: { amount, invoiceNumber } });
  });
}

/** Makes a donation of a credit. The donor is thanked as for any other. product-rules 6.34. */
export async function donateCredit(
  ctx: Context,
  id: string,
  { amount, firstName, lastName, email }: BodyOf<typeof donateEndpoint>,
): Promise<ReplyOf<typeof donateEndpoint>> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const credit = await lockCredit(inside, id);
    const amountCents = Math.round(amount * 100);
    assertLeft(credit.credit_cents, amountCents);
    const donationId = randomUUID();
    const types = await db.selectFrom('donation_types').select(['id', 'name']).execute();
    const typeOf = (name: string) => types.find((type) => type.name === name)?.id;
    const { number } = await db
      .with('taken', takingNumbers('donation'))
      .insertInto('donations')
      .values({
        id: donationId,
        number: (row) => row.selectFrom('taken').select('last'),
        first_name: firstName,
        last_name: lastName,
        email,
        donation_type_id: typeOf(credit.method) ?? typeOf('EFT') ?? '',
        amount_cents: amountCents,
        created_at: at,
      })
      .returning('number')
      .executeTakeFirstOrThrow();
    const { paymentId = '' } = await settleDonation(inside, {
      donationId,
      source: 'credit',
      paidOn: credit.paid_on,
      paidBy: credit.method,
      bankReference: credit.bank_reference,
    });
    const use = { kind: 'donation', amountCents, usedOn: today(inside) } as const;
    await insertUse(inside, id, { ...use, carriedTo: paymentId });
    const reference = donationReference(number);
    await auditUse(inside, id, { action: 'donateCredit', after: { amount, donation: reference } });
    return { donationId, reference };
  });
}
