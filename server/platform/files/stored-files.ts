import { randomUUID } from 'node:crypto';
import { fileAddress } from '#contract/files.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';

/** Stores a picture from `makePicture` and returns its public path. */
export async function storePicture({ db, at, by }: Context, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('files')
    .values({
      id,
      kind: 'picture',
      name: 'picture.webp',
      media_type: 'image/webp',
      bytes,
      uploaded_by: by?.userId ?? null,
      created_at: at,
    })
    .execute();
  return fileAddress(id);
}

/** Returns only pictures, because attachments require a signed-in user. product-rules 1.24. */
export async function findPicture(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(['name', 'bytes'])
    .where('id', '=', id)
    .where('kind', '=', 'picture')
    .executeTakeFirst();
}

/** Deletes a picture that is no longer in use; `''` means no picture. */
export async function deletePicture(db: Db, path: string): Promise<void> {
  const id = path.split('/').at(-1) ?? '';
  if (path !== fileAddress(id) || id === '') return;
  await db.deleteFrom('files').where('id', '=', id).where('kind', '=', 'picture').execute();
}
