import * as z from 'zod/mini';
import { searchBodies } from '#contract/saved-searches/search-bodies.ts';
import {
  savedLists,
  type SavedFilters,
  type SavedList,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts } from '#contract/saved-searches/texts.ts';
import { badField } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** The ids that a search may name. Both tables are short. */
export interface KnownChoices {
  types: ReadonlySet<string>;
  statuses: ReadonlySet<string>;
}

export async function readChoices(db: Db): Promise<KnownChoices> {
  const [types, statuses] = await Promise.all([
    db.selectFrom('member_types').select('id').execute(),
    db.selectFrom('member_statuses').select('id').execute(),
  ]);
  return {
    types: new Set(types.map(({ id }) => id)),
    statuses: new Set(statuses.map(({ id }) => id)),
  };
}

function isSavedList(list: string): list is SavedList {
  return savedLists.some((one) => one === list);
}

/** Why the search cannot be used. A filter that is unknown or ignored would list too much. */
export function problemOf(
  list: string,
  search: SavedFilters,
  { types, statuses }: KnownChoices,
): string | null {
  if (!isSavedList(list) || wrongFilter(list, search) !== null) return savedSearchTexts.invalid;
  const { memberTypeID, memberStatusID } = search;
  if (typeof memberTypeID === 'string' && !types.has(memberTypeID.toLowerCase())) {
    return savedSearchTexts.typeGone;
  }
  if (typeof memberStatusID === 'string' && !statuses.has(memberStatusID.toLowerCase())) {
    return savedSearchTexts.statusGone;
  }
  return null;
}

/** Checks by the search body of the list. Empty filters and the page are refused: they mean nothing here. */
export async function assertSearch(db: Db, list: SavedList, search: SavedFilters): Promise<void> {
  const problem = wrongFilter(list, search) ?? problemOf(list, search, await readChoices(db));
  if (problem !== null) throw badField('search', problem);
}

function wrongFilter(list: SavedList, search: SavedFilters): string | null {
  const { page: _page, pageSize: _pageSize, ...shape } = searchBodies[list].shape;
  const isUnknown = ([name, value]: [string, string | boolean]) =>
    !Object.hasOwn(shape, name) || value === '';
  if (Object.entries(search).some(isUnknown)) return savedSearchTexts.unknownFilter;
  const checked = z.safeParse(searchBodies[list], search);
  return checked.success
    ? null
    : (checked.error.issues[0]?.message ?? savedSearchTexts.unknownFilter);
}
