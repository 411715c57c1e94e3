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
  return found(await rowsOf(db, id).forUpdate().executeTakeFirst());
}

/** Locks a statement that was not imported. */
export async function lockWaiting(ctx: Context, id: string): Promise<StoredStatement> {
  return assertWaiting(await lockStatement(ctx, id));
}

/** A statement that was not imported when it was read. */
export async function readWaiting({ db }: Context, id: string): Promise<StoredStatement> {
  return assertWaiting(found(await rowsOf(db, id).executeTakeFirst()));
}

const rowsOf = (db: Db, id: string) =>
  db.selectFrom('bank_statements').selectAll().where('id', '=', id);

function found(row: Selectable<Tables['bank_statements']> | undefined): StoredStatement {
  if (row === undefined) throw notFound(bankTexts.notFound);
  return row as unknown as StoredStatement;
}

function assertWaiting(stored: StoredStatement): StoredStatement {
  if (stored.state === 'importing') throw conflict(bankTexts.isBusy);
  if (stored.state === 'imported') throw conflict(bankTexts.alreadyImported);
  return stored;
}

/** One statement of an account at a time stores its lines or is removed. */
export async function lockAccount(db: Db, id: string): Promise<void> {
  await db.selectFrom('bank_accounts').select('id').where('id', '=', id).forUpdate().execute();
}
