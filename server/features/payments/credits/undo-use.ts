import { sql } from 'kysely';
import { postUndoing } from '#server/features/ledger/post-back.ts';
import { postLinesOf } from '#server/features/ledger/post-lines.ts';
import { creditTexts as texts } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseFullLines } from '../refuse-full-lines.ts';
import { auditUse } from './use-credit.ts';

/** Makes a refund, or a credit that was dealt with, a credit again. A repeat changes nothing. */
export async function undoCreditUse(ctx: Context, id: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const use = await db
      .selectFrom('credit_uses')
      .select(['payment_id', 'carried_to', 'reversed_at', 'amount_cents'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (use === undefined) throw notFound(texts.useNotFound);
    if (use.carried_to !== null) throw conflict(texts.undoAtRecord);
    if (use.reversed_at !== null) return;
    const { used_cents } = await db
      .selectFrom('payments')
      .select('used_cents')
      .where('id', '=', use.payment_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (use.amount_cents > used_cents) throw conflict(texts.givenUpFirst);
    await refuseFullLines(db, sql`m.credit_use_id = ${id}`);
    await reverseUse(inside, { id, paymentId: use.payment_id, cents: use.amount_cents }, reason);
  });
}

/** The bank took a locked payment back. Nothing was sold for what was kept of it without VAT, so the payer does not owe it. */
export async function endKept(ctx: Context, paymentId: string, reason: string): Promise<void> {
  const uses = await ctx.db
    .selectFrom('credit_uses')
    .select(['id', 'payment_id as paymentId', 'amount_cents as cents'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'other')
    .where('amount_cents', '>', 0)
    .where('vat_cents', '=', 0)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const use of uses) await reverseUse(ctx, use, reason);
}

async function reverseUse(
  ctx: Context,
  { id, paymentId, cents }: { id: string; paymentId: string; cents: number },
  reason: string,
): Promise<void> {
  const { db, at, by } = ctx;
  if (by === null) throw new Error('only an administrator can undo the use of a credit');
  await db
    .updateTable('credit_uses')
    .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: reason })
    .where('id', '=', id)
    .execute();
  await postUndoing(ctx, 'use-undone', [{ id, paymentId }]);
  await postLinesOf(ctx, [id]);
  const after = { amount: cents / 100, reason };
  await auditUse(ctx, paymentId, { action: 'undoCreditUse', after });
}
