import type { MoneyLineDetails } from '#contract/bank-matching/endpoints.ts';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { postLines } from '#server/features/ledger/post-lines.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditLine } from './audit-line.ts';
import { storeCertaintySoon } from './store-certainty.ts';
import { lockLine } from './open-lines.ts';
import { readMoneyLine } from './queries.ts';

/** Says that the money is not of members and donors. A repeat changes nothing. product-rules 25.9. */
export async function dismissLine(
  ctx: Context,
  id: string,
  reason: string,
): Promise<MoneyLineDetails> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can dismiss a bank line');
    const line = await lockLine(db, id);
    if (await isBooked(db, id)) throw conflict(texts.bookedFirst);
    if (line.state === 'open') {
      await db
        .updateTable('bank_lines')
        .set({
          state: 'dismissed',
          dismissed_at: at,
          dismissed_by: by.userId,
          dismissed_reason: reason,
        })
        .where('id', '=', id)
        .execute();
      await postLines(inside, [id]);
      await auditLine(inside, line, { action: 'dismissMoneyLine', after: { reason } });
      await storeCertaintySoon(inside);
    }
    return readMoneyLine(inside, id);
  });
}

/** What came and what was taken off can be the same. */
async function isBooked(db: Db, lineId: string): Promise<boolean> {
  const match = await db
    .selectFrom('bank_matches')
    .select('id')
    .where('line_id', '=', lineId)
    .where('reversed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return match !== undefined;
}

/** A repeat changes nothing. */
export async function reopenLine(ctx: Context, id: string): Promise<MoneyLineDetails> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const line = await lockLine(db, id);
    if (line.state === 'dismissed') {
      await db
        .updateTable('bank_lines')
        .set({ state: 'open', dismissed_at: null, dismissed_by: null, dismissed_reason: null })
        .where('id', '=', id)
        .execute();
      await postLines(inside, [id]);
      await auditLine(inside, line, { action: 'reopenMoneyLine', after: { state: 'open' } });
      await storeCertaintySoon(inside);
    }
    return readMoneyLine(inside, id);
  });
}
