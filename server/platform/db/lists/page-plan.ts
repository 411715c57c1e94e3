import { sql } from 'kysely';
import { defaultPageSize } from '#contract/limits.ts';
import type { Search } from './search-rows.ts';
import type { By } from './sort-keys.ts';

type Asked = Pick<
  Search<never, never, never, never>,
  'paging' | 'sorting' | 'from' | 'always' | 'conditions' | 'list'
>;

/** How the database comes to the ids of a page, and to how many match. */
export function planOf(search: Asked) {
  return search.conditions.length > 0 ? chosen(search) : whole(search);
}

/** All of the list: the first rows of its index, which is there for every order that is offered. */
function whole(search: Asked) {
  const { from, list, paging, sorting } = search;
  const { key, first, by, strictly } = orderOf(search);
  const { size, offset } = stretchOf(paging);
  const all = sql`FROM ${from} WHERE ${allOf(search)}`;
  return {
    before: sql``,
    ids: first
      ? sql`SELECT id FROM (${first(strictly, offset + size)}) AS first ORDER BY ${by(sql`key`, sql`id`)}`
      : sql`SELECT ${sorting.tie} ${all} ORDER BY ${by(key, sorting.tie)}`,
    total: list
      ? sql<number>`(SELECT sum(change) FROM list_changes WHERE list = ${sql.lit(list)})`
      : sql<number>`(SELECT count(*) ${all})`,
  };
}

/**
 * What filters choose: found once, for the count and for the page. Left to itself, the database may
 * walk the order's index instead until it has met a page of matches, which can be never.
 */
function chosen(search: Asked) {
  const { from, sorting } = search;
  const { key, by } = orderOf(search);
  return {
    before: sql`WITH found AS MATERIALIZED (
      SELECT ${sorting.tie} AS id, ${key} AS key FROM ${from} WHERE ${allOf(search)})`,
    ids: sql`SELECT id FROM found ORDER BY ${by(sql`key`, sql`id`)}`,
    total: sql<number>`(SELECT count(*) FROM found)`,
  };
}

/** Which rows of the matches a page is. */
export function stretchOf({ page, pageSize }: Asked['paging']) {
  const size = pageSize ?? defaultPageSize;
  return { size, offset: ((page ?? 1) - 1) * size };
}

export function orderOf({ paging, sorting }: Pick<Asked, 'paging' | 'sorting'>) {
  const asked = paging.sortBy?.toLowerCase() ?? '';
  const name = asked === '' ? sorting.default : asked;
  const descending = paging.sortDescending ?? (asked === '' && sorting.defaultDescending);
  const strictly: By = (key, tie) =>
    descending ? sql`${key} DESC, ${tie} DESC` : sql`${key}, ${tie}`;
  const nullsLast: By = (key, tie) =>
    descending ? sql`${key} DESC NULLS LAST, ${tie} DESC` : sql`${key}, ${tie}`;
  const by = sorting.nullable?.includes(name) ? nullsLast : strictly;
  const column = sorting.columns[name] ?? sorting.tie;
  const found = 'first' in column ? column : { key: column, first: undefined };
  return { ...found, name, descending, by, strictly };
}

export function allOf({ always = [], conditions }: Pick<Asked, 'always' | 'conditions'>) {
  return sql<boolean>`${sql.join([sql`true`, ...always, ...conditions], sql` AND `)}`;
}
