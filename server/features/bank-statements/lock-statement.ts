import type { Selectable } from 'kysely';
import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import type { StatementState } from '#contract/bank-statements/layouts.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';

export type StoredStatement = Omit<Selectable<Tables['bank_statements']>, 'state' | 'mapping'> & {
  state: StatementState;
  mapping: BankMapping | null;
};

/** Locks the statement until the transaction ends. */
export async function lockStatement({ db }: Context, id: string): Promise<StoredStatement> {
  const row = await db
    .selectFrom('bank_statements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(bankTexts.notFound);
  return row as unknown as StoredStatement;
}

/** Locks a statement that was not imported. */
export async function lockWaiting(ctx: Context, id: string): Promise<StoredStatement> {
  const stored = await lockStatement(ctx, id);
  if (stored.state === 'importing') throw conflict(bankTexts.isBusy);
  if (stored.state === 'imported') throw conflict(bankTexts.alreadyImported);
  return stored;
}

/** One statement of an account at a time stores its lines or is removed. */
export async function lockAccount(db: Db, id: string): Promise<void> {
  await db.selectFrom('bank_accounts').select('id').where('id', '=', id).forUpdate().execute();
}
