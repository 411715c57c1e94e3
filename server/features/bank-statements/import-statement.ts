import { sql } from 'kysely';
import type { StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockWaiting } from './lock-statement.ts';
import { readDetails } from './queries.ts';

/** Lets a worker store the lines that are not here yet. product-rules 22.4. */
export async function importStatement(ctx: Context, id: string): Promise<StatementDetails> {
  const { by } = ctx;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return inTransaction(ctx, async (inside) => {
    const { db, queue } = inside;
    const { account_id, currency, layout, same_lines, same_rows } = await lockWaiting(inside, id);
    if (layout === null) throw conflict(bankTexts.notRead);
    if (account_id === null) throw badField('accountId', bankTexts.noAccount);
    if (same_lines !== null && same_rows === null) throw badField('sameRows', bankTexts.saySame);
    if (currency === null || currency === 'ZAR') await takeEft(db, account_id);
    await db
      .updateTable('bank_statements')
      .set({ state: 'importing', imported_by: by.userId, new_count: 0, known_count: 0, done: 0 })
      .where('id', '=', id)
      .execute();
    await queue.enqueue(db, 'import-statement', { statementId: id });
    return readDetails(db, id);
  });
}

/**
 * The first account in rand is where EFT goes. Two statements of two accounts can be imported at once. What is posted of an account
 * beside that stays there, so it does not take EFT later.
 */
async function takeEft(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('book_settings').select('is_the_only_one').forUpdate().execute();
  await db
    .updateTable('bank_accounts')
    .set({ takes_eft: true })
    .where('id', '=', accountId)
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('bank_accounts').select('id').where('takes_eft', '=', true)),
      ),
    )
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE l.account = 'bank' AND l.of_id = ${accountId}
        GROUP BY e.source_id, e.day HAVING sum(l.cents) <> 0)`,
    )
    .execute();
}
