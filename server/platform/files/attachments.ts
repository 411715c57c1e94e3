import { randomUUID } from 'node:crypto';
import { attachmentAddress, attachmentTexts } from '#contract/bulk-emails/attachments.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { badField, Refused } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { BadAttachment, checkAttachment } from './check-attachment.ts';

/** Stores a file for bulk emails in the database and returns its path. product-rules 10.1, 10.3. */
export async function storeAttachment(
  { db, at, by }: Context,
  fileName: string,
  bytes: Buffer,
): Promise<string> {
  const { name, mediaType } = await judge(fileName, bytes);
  const id = randomUUID();
  await db
    .insertInto('files')
    .values({
      id,
      kind: 'attachment',
      name,
      media_type: mediaType,
      bytes,
      uploaded_by: by?.userId ?? null,
      created_at: at,
    })
    .execute();
  return attachmentAddress(id);
}

/** The text of product-rules 16.12, then what to do. */
async function judge(fileName: string, bytes: Buffer) {
  try {
    return await checkAttachment(fileName, bytes);
  } catch (error) {
    if (!(error instanceof BadAttachment)) throw error;
    throw new Refused('badInput', attachmentTexts.refused, [
      { field: 'file', message: attachmentTexts.refused },
      { field: 'file', message: error.message },
    ]);
  }
}

export async function findAttachment(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(['name', 'media_type as mediaType', 'bytes'])
    .where('id', '=', id)
    .where('kind', '=', 'attachment')
    .executeTakeFirst();
}

const addressForm = new RegExp(`^${attachmentAddress('([0-9a-f-]{36})')}$`);

/** The file of a path that the upload returned. Other paths are refused; `''` means no file. */
export async function attachmentBehind(db: Db, path: string): Promise<string | null> {
  if (path === '') return null;
  const id = addressForm.exec(path)?.[1];
  const file =
    id === undefined
      ? undefined
      : await db
          .selectFrom('files')
          .select('id')
          .where('id', '=', id)
          .where('kind', '=', 'attachment')
          .forShare()
          .executeTakeFirst();
  if (file === undefined) throw badField('attachmentPath', attachmentTexts.notOurs);
  return file.id;
}
