import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { largestStatement } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Other processes continue an import, and they share only the database. It stays as evidence, in backups too. */
export async function storeFile(db: Db, statementId: string, file: Buffer): Promise<void> {
  const bytes = await promisify(gzip)(file);
  await db
    .insertInto('bank_statement_files')
    .values({ statement_id: statementId, bytes })
    .execute();
}

/** Null when the statement was removed, or the file was deleted. */
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

/** As the bank wrote it. product-rules 22.7. */
export async function downloadFile(db: Db, id: string): Promise<FileReply> {
  const statement = await db
    .selectFrom('bank_statements')
    .select(['file_name', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  const bytes = await readFile(db, id);
  if (statement === undefined || bytes === null) throw notFound(bankTexts.fileGone);
  if (createHash('sha256').update(bytes).digest('hex') !== statement.sha256) {
    throw conflict(bankTexts.fileChanged);
  }
  return { name: statement.file_name, bytes, isDownload: true };
}
