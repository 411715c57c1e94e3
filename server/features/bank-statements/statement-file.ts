import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { largestStatement } from '#contract/bank-statements/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Other processes continue an import, and they share only the database. */
export async function storeFile(db: Db, statementId: string, file: Buffer): Promise<void> {
  const bytes = await promisify(gzip)(file);
  await db
    .insertInto('bank_statement_files')
    .values({ statement_id: statementId, bytes })
    .execute();
}

/** Null when the statement was imported or removed. */
export async function readFile(db: Db, statementId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('bank_statement_files')
    .select('bytes')
    .where('statement_id', '=', statementId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : promisify(gunzip)(row.bytes, { maxOutputLength: largestStatement });
}

export async function deleteFile(db: Db, statementId: string): Promise<void> {
  await db.deleteFrom('bank_statement_files').where('statement_id', '=', statementId).execute();
}
