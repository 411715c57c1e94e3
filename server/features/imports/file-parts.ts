import type { Db } from '#server/platform/db/pool.ts';

const partSize = 1024 * 1024;

/** Other processes continue an import, and they share only the database. */
export async function storeFile(
  db: Db,
  importId: string,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  let part = 0;
  let rest = Buffer.alloc(0);
  const store = async (bytes: Buffer) => {
    await db.insertInto('import_parts').values({ import_id: importId, part, bytes }).execute();
    part += 1;
  };
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    for (; rest.length >= partSize; rest = rest.subarray(partSize)) {
      await store(rest.subarray(0, partSize));
    }
  }
  if (rest.length > 0) await store(rest);
}

/** One part after the other, so that the file is never in memory as a whole. */
export async function* partsOf(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('import_parts')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.bytes;
  }
}

export async function deleteFile(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_parts').where('import_id', '=', importId).execute();
}
