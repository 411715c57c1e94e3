import type { CommunicationList } from '#contract/communication/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The audiences in display order. The first is the default. */
export async function allLists(db: Db): Promise<CommunicationList[]> {
  const rows = await db.selectFrom('communication_lists').selectAll().orderBy('place').execute();
  return rows.map(({ id, name, replacement_values }) => ({
    id,
    name,
    metadata: { ReplacementValues: replacement_values },
  }));
}

export function findList(db: Db, id: string) {
  return db.selectFrom('communication_lists').selectAll().where('id', '=', id).executeTakeFirst();
}
