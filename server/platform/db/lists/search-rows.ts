import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { endOf, startOf } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { largestPageSize } from '#contract/limits.ts';
import { limitOffset, pageQuery, totalQuery } from './list-query.ts';
import type { Db } from '../pool.ts';
import type { SortKey } from './sort-keys.ts';

export interface Paging {
  /** The words of the search box. */
  text?: TextFilter;
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  sortBy?: string | null | undefined;
  sortDescending?: boolean | null | undefined;
}

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

type TextFilter = string | never[] | null | undefined;

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

export interface Sorting {
  /** Sort keys by the contract's column names in lower case. */
  columns: Record<string, SortKey>;
  /** Columns that may be empty. Empty values come last in either direction. */
  nullable?: readonly string[];
  default: string;
  defaultDescending: boolean;
  /** The record's number, if it has one. It breaks ties before the id does. */
  number?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** A table whose length as a list is stored in `list_changes`. */
export type CountedList =
  | 'members'
  | 'invoices'
  | 'donations'
  | 'users'
  | 'mails'
  | 'audit_entries'
  | 'card_notifications'
  | 'suppressions'
  | 'security_events';

export interface Search<DB, TB extends keyof DB, Row, Wire> {
  /** The selected columns of each row. */
  rows: (db: Db) => SelectQueryBuilder<DB, TB, Row>;
  /** The table that is searched and sorted, under its name in `rows`. */
  from: RawBuilder<unknown>;
  /** The condition for every row of the list, independent of the search. */
  always?: RawBuilder<boolean>[];
  /** The conditions of the filters, combined with AND. */
  conditions: RawBuilder<boolean>[];
  /** The folded text in which the search box finds its words. */
  text: RawBuilder<string>;
  /** The list whose length is stored in `list_changes`. */
  list?: CountedList;
  /** The length of the whole list, where it is stored elsewhere. */
  length?: RawBuilder<number>;
  paging: Paging;
  sorting: Sorting;
  wireOf: (row: Row) => Wire;
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
