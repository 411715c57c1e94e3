import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { emptyId } from '#contract/fields.ts';
import { defaultPageSize, largestPageSize } from '#contract/limits.ts';

export interface Paging {
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  sortBy?: string | null | undefined;
  sortDescending?: boolean | null | undefined;
}

/** Whether a filter filters: not `''`, `null`, `[]` or the empty id. Rules §1. */
export function isGiven<T>(filter: T | null | undefined | never[]): filter is Exclude<T, ''> {
  if (filter === null || filter === undefined || filter === emptyId) return false;
  return Array.isArray(filter)
    ? filter.length > 0
    : typeof filter !== 'string' || filter.trim() !== '';
}

export function columnOf(name: string): RawBuilder<unknown> {
  return sql`${sql.ref(name)}`;
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

export interface Sorting {
  /** By the names of the contract, lower case. */
  columns: Record<string, RawBuilder<unknown>>;
  default: string;
  defaultDescending: boolean;
  /** The column that makes the order whole. */
  tie: RawBuilder<unknown>;
}

export interface Search<
  DB,
  TB extends keyof DB,
  CountDB,
  CountTB extends keyof CountDB,
  Row,
  Wire,
> {
  rows: SelectQueryBuilder<DB, TB, Row>;
  /** The table alone that the conditions are about: counting needs no joins. */
  counted: SelectQueryBuilder<CountDB, CountTB, unknown>;
  /** All of them hold. */
  conditions: RawBuilder<boolean>[];
  paging: Paging;
  sorting: Sorting;
  wireOf: (row: Row) => Wire;
}

/** The matches in a stable order, those without a value last. */
export function sortedRows<DB, TB extends keyof DB, C, CT extends keyof C, Row, Wire>({
  rows,
  conditions,
  paging,
  sorting,
}: Search<DB, TB, C, CT, Row, Wire>): SelectQueryBuilder<DB, TB, Row> {
  const chosen = isGiven(paging.sortBy) ? paging.sortBy.toLowerCase() : null;
  const column = sorting.columns[chosen ?? sorting.default] ?? sorting.tie;
  const descending = paging.sortDescending ?? (chosen === null && sorting.defaultDescending);
  return rows
    .where(allOf(conditions))
    .orderBy(column, (order) => (descending ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy(sorting.tie, descending ? 'desc' : 'asc');
}

/** One page of the matches, and how many match. */
export async function searchRows<DB, TB extends keyof DB, C, CT extends keyof C, Row, Wire>(
  search: Search<DB, TB, C, CT, Row, Wire>,
) {
  const { counted, conditions, paging, wireOf } = search;
  const size = paging.pageSize ?? defaultPageSize;
  const [found, total] = await Promise.all([
    sortedRows(search)
      .limit(size)
      .offset(((paging.page ?? 1) - 1) * size)
      .execute(),
    counted
      .where(allOf(conditions))
      .select(sql<number>`count(*)`.as('count'))
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { results: found.map(wireOf), totalCount: total.count };
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` AND `)}`;
}

/** The paging of an unpaged GET's query. */
export function pagingOf(query: {
  page?: string | undefined;
  pageSize?: string | undefined;
}): Paging {
  return { page: Number(query.page ?? 1), pageSize: Number(query.pageSize ?? largestPageSize) };
}
