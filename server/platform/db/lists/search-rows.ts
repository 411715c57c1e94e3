import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { endOf, startOf } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { largestPageSize } from '#contract/limits.ts';
import { limitOffset, pageQuery, totalQuery } from './list-query.ts';
import type { Db } from '../pool.ts';
import type { SortKey } from './sort-keys.ts';

export interface Paging {
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  sortBy?: string | null | undefined;
  sortDescending?: boolean | null | undefined;
}

/** Whether a filter filters: not `''`, `null`, `[]` or the empty id. product-rules 1.6. */
export function isGiven<T>(filter: T | null | undefined | never[]): filter is Exclude<T, ''> {
  if (filter === null || filter === undefined || filter === emptyId) return false;
  return Array.isArray(filter)
    ? filter.length > 0
    : typeof filter !== 'string' || filter.trim() !== '';
}

export function columnOf<T>(name: string): RawBuilder<T> {
  return sql<T>`${sql.ref(name)}`;
}

/** A column's text without case and accents, for finding in it and for sorting by it. */
export function textOf(name: string): RawBuilder<string> {
  return sql<string>`fold(${sql.ref(name)})`;
}

/** The folded text contains this one, whatever its case and accents. */
export function contains(folded: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${folded} LIKE containing(${text.trim()})`;
}

type TextFilter = string | never[] | null | undefined;

/** One condition for each text filter that filters. */
export function containingAll(filters: [RawBuilder<string>, TextFilter][]): RawBuilder<boolean>[] {
  return filters.flatMap(([folded, filter]) => (isGiven(filter) ? [contains(folded, filter)] : []));
}

/** What came on these days in Johannesburg, both included; either may be left out. */
export function onDays(
  moment: RawBuilder<unknown>,
  { from, to }: { from: TextFilter; to: TextFilter },
): RawBuilder<boolean>[] {
  return [
    ...(isGiven(from) ? [sql<boolean>`${moment} >= ${startOf(from)}`] : []),
    ...(isGiven(to) ? [sql<boolean>`${moment} < ${endOf(to)}`] : []),
  ];
}

export interface Sorting {
  /** By the names of the contract, lower case. */
  columns: Record<string, SortKey>;
  /** Where a row may have no value: those come last in either direction. */
  nullable?: readonly string[];
  default: string;
  defaultDescending: boolean;
  /** The row's id, which makes the order whole. */
  tie: RawBuilder<unknown>;
}

export interface Search<DB, TB extends keyof DB, Row, Wire> {
  /** What is shown of each row. */
  rows: (db: Db) => SelectQueryBuilder<DB, TB, Row>;
  /** The table that is searched and sorted, under its name in `rows`. */
  from: RawBuilder<unknown>;
  /** What holds for every row of the list, whatever is searched for. */
  always?: RawBuilder<boolean>[];
  /** What the filters ask. All of them hold. */
  conditions: RawBuilder<boolean>[];
  /** The list whose length is stored in `list_changes`. */
  list?: 'members' | 'invoices' | 'donations' | 'users';
  paging: Paging;
  sorting: Sorting;
  wireOf: (row: Row) => Wire;
}

/** One page of the matches, and how many match, as of one moment. */
export async function searchRows<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
): Promise<{ results: Wire[]; totalCount: number }> {
  const { rows } = await db.executeQuery(pageQuery(db, search));
  const isPastLast = rows.length === 0 && limitOffset(search.paging).offset > 0;
  const { rows: counted } = isPastLast ? await db.executeQuery(totalQuery(db, search)) : { rows };
  return { results: rows.map(search.wireOf), totalCount: counted[0]?.total ?? 0 };
}

/** The paging of an unpaged GET's query. */
export function pagingOf(query: {
  page?: string | undefined;
  pageSize?: string | undefined;
}): Paging {
  return { page: Number(query.page ?? 1), pageSize: Number(query.pageSize ?? largestPageSize) };
}
