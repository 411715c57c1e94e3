import {
  permissionsOfList,
  type SavedList,
  type SavedSearch,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts } from '#contract/saved-searches/texts.ts';
import type { Caller, Context } from '#server/context.ts';
import { notFound, Refused, sentences } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { may } from '#server/platform/access/permissions.ts';
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
  ctx: Context,
  by: Caller,
  list: SavedList,
): Promise<SavedSearch[]> {
  const { db } = ctx;
  assertMaySee(ctx, list);
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

/** The searches of a list say what is in it. */
export function assertMaySee(ctx: Context, list: SavedList): void {
  if (may(ctx, permissionsOfList[list].see)) return;
  throw new Refused('forbidden', sentences.forbidden);
}

/** Throws "not found" for a list that the caller may not see, and for what another administrator has saved for themselves. */
export async function readSavedSearch(ctx: Context, by: Caller, id: string): Promise<SavedSearch> {
  const { db } = ctx;
  const row = await savedSearchRows(db).where('s.id', '=', id).executeTakeFirst();
  const isReachable =
    row !== undefined &&
    (row.isShared || row.ownerId === by.userId) &&
    may(ctx, permissionsOfList[row.list as SavedList].see);
  if (!isReachable) {
    throw notFound(savedSearchTexts.notFound);
  }
  return savedSearchOf(row, by, await readChoices(db));
}
