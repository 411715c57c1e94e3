import type { SavedFilters } from '#contract/saved-searches/endpoints.ts';
import { recipientListName } from '#contract/saved-searches/texts.ts';
import { textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { problemOf, readChoices } from './check-search.ts';

/** A saved search that a bulk email can go to: for everybody, because all administrators see the email. */
export interface RecipientSearch {
  id: string;
  list: 'members' | 'donations';
  /** "Members: New this year". */
  name: string;
  search: SavedFilters;
}

function searchRows(db: Db) {
  return db
    .selectFrom('saved_searches')
    .select(['id', 'list', 'name', 'search'])
    .where('is_for_bulk_emails', '=', true);
}

type Row = Awaited<ReturnType<ReturnType<typeof searchRows>['executeTakeFirstOrThrow']>>;

function recipientSearchOf({ id, list, name, search }: Row): RecipientSearch {
  return {
    id,
    list: list === 'donations' ? 'donations' : 'members',
    name: recipientListName(list, name),
    search,
  };
}

/** Those of members come first. */
export async function recipientSearches(db: Db): Promise<RecipientSearch[]> {
  const rows = await searchRows(db).orderBy('list', 'desc').orderBy(textOf('name')).execute();
  return rows.map(recipientSearchOf);
}

/** It cannot be deleted before the transaction ends. `problem` says why it cannot be used. */
export async function findRecipientSearch(
  db: Db,
  id: string,
): Promise<(RecipientSearch & { problem: string | null }) | undefined> {
  const rows = searchRows(db).where('id', '=', id);
  const row = await (db.isTransaction ? rows.forKeyShare() : rows).executeTakeFirst();
  if (row === undefined) return undefined;
  const problem = problemOf(row.list, row.search, await readChoices(db));
  return { ...recipientSearchOf(row), problem };
}
