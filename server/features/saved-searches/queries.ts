import type { SavedList, SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts } from '#contract/saved-searches/texts.ts';
import type { Caller, Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type KnownChoices, problemOf, readChoices } from './check-search.ts';

function savedSearchRows(db: Db) {
  return db
    .selectFrom('saved_searches as s')
    .leftJoin('users as u', 'u.id', 's.owner_id')
    .select(['s.id', 's.list', 's.name', 's.owner_id as ownerId', 's.is_shared as isShared'])
    .select(['s.search', fullNameOf('u').$castTo<string | null>().as('ownerName')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof savedSearchRows>['executeTakeFirstOrThrow']>>;

function savedSearchOf({ ownerId, ...row }: Row, by: Caller, choices: KnownChoices): SavedSearch {
  return {
    ...row,
    list: row.list as SavedList,
    isOwn: ownerId === by.userId,
    problem: problemOf(row.list, row.search, choices),
  };
}

/** Those for everybody and the caller's own, by name. */
export async function listSavedSearches(
  { db }: Context,
  by: Caller,
  list: SavedList,
): Promise<SavedSearch[]> {
  const choices = await readChoices(db);
  const rowsOf = savedSearchRows(db).where('s.list', '=', list);
  // Two statements, as each of them has an index.
  const [shared, own] = await Promise.all([
    rowsOf.where('s.is_shared', '=', true).orderBy(textOf('s.name')).execute(),
    rowsOf
      .where('s.is_shared', '=', false)
      .where('s.owner_id', '=', by.userId)
      .orderBy(textOf('s.name'))
      .execute(),
  ]);
  return [...shared, ...own].map((row) => savedSearchOf(row, by, choices));
}

/** Throws "not found" for what another administrator has saved for themselves. */
export async function readSavedSearch(db: Db, by: Caller, id: string): Promise<SavedSearch> {
  const row = await savedSearchRows(db).where('s.id', '=', id).executeTakeFirst();
  if (row === undefined || (!row.isShared && row.ownerId !== by.userId)) {
    throw notFound(savedSearchTexts.notFound);
  }
  return savedSearchOf(row, by, await readChoices(db));
}
