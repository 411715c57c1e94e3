import { sql, type CompiledQuery, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { defaultPageSize } from '#contract/limits.ts';
import type { Db } from '../pool.ts';
import type { CountedList, Search } from './search.ts';
import { matchingWords } from './search-words.ts';
import type { OrderBy } from './sort-keys.ts';

interface Total {
  total: number;
}

/** One page of the matches. Each row also has the number of all matches. */
export function pageQuery<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): CompiledQuery<Row & Total> {
  const { key, ties, orderBy } = orderOf(search);
  const { limit, offset } = limitOffset(search.paging);
  const { matches, ids, total } = matchesOf(search);
  const pageIds = sql`ARRAY(${ids} LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)})`;
  // The joins run only for the rows of the page.
  const page = search
    .rows(db)
    .where(sql<boolean>`${search.sorting.id} = ANY(${pageIds})`)
    .orderBy(sql`${exactFirst(search, search.sorting.number ?? sql`NULL`)} ${orderBy(key, ties)}`)
    .select(total.as('total'));
  return sql<Row & Total>`${matches} ${page}`.compile(db);
}

/** The number of matches, for a page past the last one, which has no rows. */
export function totalQuery<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): CompiledQuery<Total> {
  const { matches, total } = matchesOf(search);
  return sql<Total>`${matches} SELECT ${total} AS total`.compile(db);
}

/** All matches in a stable order. Rows without a value come last. */
export function sortedRows<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): SelectQueryBuilder<DB, TB, Row> {
  const { key, ties, orderBy } = orderOf(search);
  return search.rows(db).where(allConditions(search)).orderBy(orderBy(key, ties));
}

export function limitOffset({ page, pageSize }: Criteria['paging']) {
  const limit = pageSize ?? defaultPageSize;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

type Criteria = Pick<
  Search<never, never, never, never>,
  'paging' | 'sorting' | 'from' | 'always' | 'conditions' | 'text' | 'list' | 'length'
>;

interface Matches {
  /** A common table expression, or empty. */
  matches: RawBuilder<unknown>;
  /** The ids of all matches in order. */
  ids: RawBuilder<unknown>;
  total: RawBuilder<number>;
}

function matchesOf(search: Criteria): Matches {
  return filtersOf(search).length > 0 ? filteredMatches(search) : wholeList(search);
}

/** Every row of the list, read from the index of the sort order. */
function wholeList(search: Criteria): Matches {
  const { from, list, length, paging, sorting } = search;
  const { key, ties, tieNames, first, orderBy, strictOrderBy } = orderOf(search);
  const { limit, offset } = limitOffset(paging);
  const all = sql`FROM ${from} WHERE ${allConditions(search)}`;
  return {
    matches: sql``,
    ids: first
      ? sql`SELECT id FROM (${first(strictOrderBy, offset + limit)}) AS first
          ORDER BY ${orderBy(sql`key`, tieNames)}`
      : sql`SELECT ${sorting.id} ${all} ORDER BY ${orderBy(key, ties)}`,
    total: length ?? (list ? storedLength(list) : sql<number>`(SELECT count(*) ${all})`),
  };
}

function storedLength(list: CountedList): RawBuilder<number> {
  return sql`(SELECT sum(change) FROM list_changes WHERE list = ${sql.lit(list)})`;
}

/**
 * MATERIALIZED: otherwise the planner may scan the sort index until it has a page of matches, in
 * the worst case all of it.
 */
function filteredMatches(search: Criteria): Matches {
  const { from, sorting } = search;
  const { id, number } = sorting;
  const { key, tieNames, orderBy } = orderOf(search);
  const columns = sql`${id} AS id, ${key} AS key, ${number ?? id} AS number`;
  return {
    matches: sql`WITH matches AS MATERIALIZED (
      SELECT ${columns} FROM ${from} WHERE ${allConditions(search)})`,
    ids: sql`SELECT id FROM matches ORDER BY ${exactFirst(search, sql`number`)} ${orderBy(sql`key`, tieNames)}`,
    total: sql<number>`(SELECT count(*) FROM matches)`,
  };
}

/** The record whose number is the whole search text: others match inside a phone number. */
function exactFirst({ paging: { text }, sorting }: Criteria, number: RawBuilder<unknown>) {
  const digits = typeof text === 'string' ? /^\s*(\d{1,6})\s*$/.exec(text)?.[1] : undefined;
  if (digits === undefined || !sorting.isNumberSearched) return sql``;
  return sql`(${number} = ${Number(digits)}::int) IS NOT TRUE,`;
}

function orderOf({ paging, sorting }: Pick<Criteria, 'paging' | 'sorting'>) {
  const requested = paging.sortBy?.toLowerCase() ?? '';
  const name = requested === '' ? sorting.default : requested;
  const descending = paging.sortDescending ?? (requested === '' && sorting.defaultDescending);
  const directed = (by: RawBuilder<unknown>) => (descending ? sql`${by} DESC` : by);
  const strictOrderBy: OrderBy = (key, ties) => sql.join([key, ...ties].map(directed));
  const nullsLast: OrderBy = (key, ties) =>
    sql.join([descending ? sql`${key} DESC NULLS LAST` : key, ...ties.map(directed)]);
  const orderBy = sorting.nullable?.includes(name) ? nullsLast : strictOrderBy;
  const column = sorting.columns[name] ?? sorting.id;
  const { key, first } = 'first' in column ? column : { key: column, first: undefined };
  const { id, number } = sorting;
  return {
    key,
    first,
    ties: number === undefined ? [id] : [number, id],
    tieNames: [sql`number`, sql`id`],
    orderBy,
    strictOrderBy,
  };
}

function allConditions(search: Criteria) {
  const conditions = [sql`true`, ...(search.always ?? []), ...filtersOf(search)];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** The conditions of the filters and of the search box. */
function filtersOf({ conditions, text, paging }: Pick<Criteria, 'conditions' | 'text' | 'paging'>) {
  return [...conditions, ...matchingWords(text, paging.text)];
}
