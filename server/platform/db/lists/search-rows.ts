import type { Paging, Search, TextFilter } from './search.ts';
import { sql, type RawBuilder } from 'kysely';
import { endOf, startOf } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { largestPageSize } from '#contract/limits.ts';
import { limitOffset, pageQuery, totalQuery } from './list-query.ts';
import type { Db } from '../pool.ts';

/** Whether a filter is set: not `''`, `null`, `[]` or the empty id. product-rules 1.6. */
export function isGiven<T>(filter: T | null | undefined | never[]): filter is Exclude<T, ''> {
  if (filter === null || filter === undefined || filter === emptyId) return false;
  return Array.isArray(filter)
    ? filter.length > 0
    : typeof filter !== 'string' || filter.trim() !== '';
}

export function columnOf<T>(name: string): RawBuilder<T> {
  return sql<T>`${sql.ref(name)}`;
}

/** A column's text without case and accents, for searching and sorting. */
export function textOf(name: string): RawBuilder<string> {
  return sql<string>`fold(${sql.ref(name)})`;
}

/** Whether the folded text contains this one, ignoring case and accents. */
export function contains(folded: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${folded} LIKE containing(${text.trim()})`;
}

/** One condition for each text filter that is set. */
export function containingAll(filters: [RawBuilder<string>, TextFilter][]): RawBuilder<boolean>[] {
  return filters.flatMap(([folded, filter]) => (isGiven(filter) ? [contains(folded, filter)] : []));
}

/** Between these days in Johannesburg, both included. Either may be omitted. */
export function onDays(
  moment: RawBuilder<unknown>,
  { from, to }: { from: TextFilter; to: TextFilter },
): RawBuilder<boolean>[] {
  return [
    ...(isGiven(from) ? [sql<boolean>`${moment} >= ${startOf(from)}`] : []),
    ...(isGiven(to) ? [sql<boolean>`${moment} < ${endOf(to)}`] : []),
  ];
}

/** One page of the matches and their total count, from one snapshot. */
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
