import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Credit, recordMoney as endpoint } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { paymentDay } from '../record-payment.ts';
import { readCredit } from './queries.ts';
import { auditUse } from './use-credit.ts';

/** Money that came without an invoice or a donation is a credit until somebody assigns it. */
export async function recordMoney(
  ctx: Context,
  { payerName, amount, bankReference, paidBy, ...details }: BodyOf<typeof endpoint>,
): Promise<Credit> {
  const paidOn = paymentDay(ctx, details);
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const id = randomUUID();
    await db
      .insertInto('payments')
      .values({
        id,
        amount_cents: Math.round(amount * 100),
        paid_on: paidOn,
        recorded_at: at,
        method: paidBy ?? 'EFT',
        source: 'administrator',
        recorded_by: by?.userId ?? null,
        bank_reference: bankReference || null,
        payer_name: payerName,
      })
      .execute();
    const after = { payerName, amount, paidOn, paidBy, bankReference };
    await auditUse(inside, id, { action: 'recordMoney', after });
    return readCredit(db, id);
  });
}
