import { sql } from 'kysely';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockAccount, lockStatement, type StoredStatement } from './lock-statement.ts';
import { countUsed } from './queries.ts';

/**
 * Deletes the statement with its file and the lines that it brought, if nothing uses them: no entry rests on them, so they
 * prove nothing. The digest of the file stays in the audit log. product-rules 22.6.
 */
export async function removeStatement(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const stored = await lockStatement(inside, id);
    if (stored.state === 'importing') throw conflict(bankTexts.isBusy);
    if (stored.account_id !== null) await lockAccount(db, stored.account_id);
    const used = await countUsed(db, id);
    if (used > 0) throw conflict(bankTexts.linesUsed(used));
    if (stored.state === 'imported') await assertNoneLater(inside, stored);
    // A line that is being booked now is waited for and stays. Then nothing is removed.
    await db
      .deleteFrom('bank_lines')
      .where('statement_id', '=', id)
      .where('state', '=', 'open')
      .where('booked_cents', '=', 0)
      .execute();
    const usedSince = await countUsed(db, id);
    if (usedSince > 0) throw conflict(bankTexts.linesUsed(usedSince));
    await db.deleteFrom('bank_statements').where('id', '=', id).execute();
    await releaseEft(db);
    await postOpenings(inside, ({ bankAccountId }) => bankAccountId === stored.account_id);
    const { file_name: name, sha256 } = stored;
    await recordAudit(inside, {
      action: 'removeStatement',
      subject: 'bankStatement',
      id,
      name,
      before: { sha256 },
    });
  });
}

/** The next account that is imported takes EFT, if that of the only statement was the wrong one. */
async function releaseEft(db: Db): Promise<void> {
  await db
    .updateTable('bank_accounts')
    .set({ takes_eft: false })
    .where('takes_eft', '=', true)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bank_statements as s')
            .select('s.id')
            .whereRef('s.account_id', '=', 'bank_accounts.id')
            .where('s.state', '<>', 'uploaded'),
        ),
      ),
    )
    .execute();
}

/** The lines that two statements have belong to the earlier one: without it, the later one would lose them. */
async function assertNoneLater({ db }: Context, stored: StoredStatement): Promise<void> {
  const later = await db
    .selectFrom('bank_statements')
    .select('file_name')
    .where('account_id', '=', stored.account_id)
    .where('id', '<>', stored.id)
    .where('to_day', '>=', stored.from_day)
    .where('from_day', '<=', stored.to_day)
    .where((row) =>
      row.or([
        row('state', '=', 'importing'),
        row.and([
          row('known_count', '>', 0),
          row('state', '=', 'imported'),
          row(sql<Date>`imported_at`, '>=', stored.imported_at),
        ]),
      ]),
    )
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (later !== undefined) throw conflict(bankTexts.overlapped(later.file_name));
}
