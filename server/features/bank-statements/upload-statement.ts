import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { uploadStatement as endpoint } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { withBadFileError } from '#server/features/imports/upload-import.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { describeStatement } from './describe-statement.ts';
import { contentOf, type ReceivedFile } from '#server/platform/uploads/private-files.ts';
import { storeFile } from './statement-file.ts';

interface Upload {
  fileName: string;
  file: ReceivedFile;
  /** Ends the reading. */
  signal?: AbortSignal;
}

/** Files that wait take space, in each backup too. */
const mostWaiting = 20;

/** Stores the file with what was read of it. No line is stored yet. product-rules 22.1. */
export async function uploadStatement(
  ctx: Context,
  upload: Upload,
): Promise<ReplyOf<typeof endpoint>> {
  const { by, db } = ctx;
  const { file, signal } = upload;
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  const fileName = upload.fileName.split(/[/\\]/).at(-1)?.trim() ?? '';
  if (fileName === '') throw badField('file', bankTexts.noName);
  if (file.size === 0) throw badField('file', bankTexts.noFile);
  const sha256 = await digestOf(file);
  const known = await findBySha256(db, sha256);
  if (known !== null) return known;
  await assertRoom(db);
  const who = { caller: by.userId, signal };
  const { values, accountId } = await withBadFileError(() =>
    describeStatement(ctx, file.path, { mapping: null, accountId: null }, who),
  );
  const id = randomUUID();
  const isNew = await inTransaction(ctx, async (inside) => {
    await assertRoom(inside.db);
    const inserted = await inside.db
      .insertInto('bank_statements')
      .values({
        id,
        account_id: accountId,
        file_name: fileName,
        sha256,
        state: 'uploaded',
        ...values,
        created_by: by.userId,
        created_at: inside.at,
      })
      .onConflict((row) => row.column('sha256').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) return false;
    await storeFile(inside.db, id, await contentOf(file));
    await recordAudit(inside, {
      action: 'uploadStatement',
      subject: 'bankStatement',
      id,
      name: fileName,
    });
    return true;
  });
  if (isNew) return { id, isKnown: false, isImported: false };
  // Somebody uploaded the same file at the same time.
  const other = await findBySha256(db, sha256);
  if (other === null) throw conflict(bankTexts.notFound);
  return other;
}

async function digestOf({ path }: ReceivedFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function findBySha256(db: Db, sha256: string): Promise<ReplyOf<typeof endpoint> | null> {
  const row = await db
    .selectFrom('bank_statements')
    .select(['id', 'state'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, isKnown: true, isImported: row.state !== 'uploaded' };
}

async function assertRoom(db: Db): Promise<void> {
  const { count } = await db
    .selectFrom('bank_statements')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'uploaded')
    .executeTakeFirstOrThrow();
  if (count >= mostWaiting) throw conflict(bankTexts.tooManyOpen);
}
