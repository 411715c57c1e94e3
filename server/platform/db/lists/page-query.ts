import { sql, type CompiledQuery } from 'kysely';
import { orderOf, planOf, stretchOf } from './page-plan.ts';
import { plannedOnce } from '../planned-once.ts';
import type { Db } from '../pool.ts';
import type { Search } from './search-rows.ts';
import { rowsOfPage } from './words.ts';

interface Total {
  total: number;
}

/** The first page of a whole list is what an office asks for all day: it is put in words once. */
const firstPages = new Map<string, CompiledQuery>();

/** A script that asks for every length must not fill the connections with plans, of 100 to 200 kB each. */
const mostKept = 80;

/** One page of the matches, and with each row how many match. */
export function pageQuery<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): CompiledQuery<Row & Total> {
  return firstPageQuery(db, search) ?? pageOf(db, search).compile(db);
}

/** The query of a whole list's first page: the same object each time. */
export function firstPageQuery<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): CompiledQuery<Row & Total> | undefined {
  const { list, conditions, paging } = search;
  const { size, offset } = stretchOf(paging);
  if (list === undefined || conditions.length > 0 || offset > 0) return undefined;
  const { name, descending } = orderOf(search);
  const key = [list, name, descending, size].join();
  const known = firstPages.get(key);
  if (known !== undefined || firstPages.size >= mostKept) return known;
  const query = sql<Row & Total>`${plannedOnce} ${pageOf(db, search)}`.compile(db);
  firstPages.set(key, query);
  return query;
}

function pageOf<DB, TB extends keyof DB, Row, Wire>(db: Db, search: Search<DB, TB, Row, Wire>) {
  const { key, by } = orderOf(search);
  const { size, offset } = stretchOf(search.paging);
  const { before, ids, total } = planOf(search);
  // Only what is shown is joined and looked up, however many rows were passed by.
  const page = rowsOfPage(db, search, {
    total,
    ids: sql`${ids} LIMIT ${sql.lit(size)} OFFSET ${sql.lit(offset)}`,
    order: by(key, search.sorting.tie),
  });
  return sql<Row & Total>`${before} ${page}`;
}

/** How many match, where a page past the last has no row to say it. */
export function totalQuery<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): CompiledQuery<Total> {
  const { before, total } = planOf(search);
  return sql<Total>`${before} SELECT ${total} AS total`.compile(db);
}
