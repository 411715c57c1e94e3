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
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can undo the use of a credit');
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
    await db
      .updateTable('credit_uses')
      .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: reason })
      .where('id', '=', id)
      .execute();
    await postUndoing(inside, 'use-undone', [{ id, paymentId: use.payment_id }]);
    await postLinesOf(inside, [id]);
    const after = { amount: use.amount_cents / 100, reason };
    await auditUse(inside, use.payment_id, { action: 'undoCreditUse', after });
  });
}
