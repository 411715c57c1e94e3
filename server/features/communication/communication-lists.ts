import type { CommunicationList } from '#contract/communication/endpoints.ts';
import { recipientSearches } from '#server/features/saved-searches/recipient-searches.ts';
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

/** What a bulk email can go to: the lists, and below them the saved searches for everybody. product-rules 9.15. */
export async function listsForBulkEmails(db: Db): Promise<CommunicationList[]> {
  const rows = await db.selectFrom('communication_lists').selectAll().execute();
  const searches = await recipientSearches(db);
  return [
    ...(await allLists(db)),
    ...searches.map(({ id, list, name }) => {
      const audience = list === 'donations' ? 'donors' : 'all';
      const whole = rows.find((row) => row.audience === audience);
      return { id, name, metadata: { ReplacementValues: whole?.replacement_values ?? {} } };
    }),
  ];
}

export function findList(db: Db, id: string) {
  return db.selectFrom('communication_lists').selectAll().where('id', '=', id).executeTakeFirst();
}
