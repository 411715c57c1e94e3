import type { StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockWaiting } from './lock-statement.ts';
import { readDetails } from './queries.ts';

/** Lets a worker store the lines that are not here yet. product-rules 22.4. */
export async function importStatement(ctx: Context, id: string): Promise<StatementDetails> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return inTransaction(ctx, async (inside) => {
    const { db, queue } = inside;
    const { account_id, layout } = await lockWaiting(inside, id);
    if (layout === null) throw conflict(bankTexts.notRead);
    if (account_id === null) throw badField('accountId', bankTexts.noAccount);
    await db
      .updateTable('bank_statements')
      .set({ state: 'importing', imported_by: by.userId, new_count: 0, known_count: 0, done: 0 })
      .where('id', '=', id)
      .execute();
    await queue.enqueue(db, 'import-statement', { statementId: id });
    return readDetails(db, id);
  });
}
