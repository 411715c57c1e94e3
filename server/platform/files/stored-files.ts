import { randomUUID } from 'node:crypto';
import { fileAddress } from '#contract/files.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';

/** Keeps a picture that `makePicture` made, and answers the path that browsers read it from. */
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

/** Attachments are for those who are signed in: only pictures are found here. product-rules 1.24. */
export async function findPicture(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(['name', 'bytes'])
    .where('id', '=', id)
    .where('kind', '=', 'picture')
    .executeTakeFirst();
}

/** Lets go of a picture that nobody shows any more; `''` is none. */
export async function deletePicture(db: Db, path: string): Promise<void> {
  const id = path.split('/').at(-1) ?? '';
  if (path !== fileAddress(id) || id === '') return;
  await db.deleteFrom('files').where('id', '=', id).where('kind', '=', 'picture').execute();
}
