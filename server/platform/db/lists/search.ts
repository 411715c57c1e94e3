import type { RawBuilder, SelectQueryBuilder } from 'kysely';
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

export type TextFilter = string | never[] | null | undefined;

export interface Sorting {
  /** Sort keys by the contract's column names in lower case. */
  columns: Record<string, SortKey>;
  /** Columns that may be empty. Empty values come last in either direction. */
  nullable?: readonly string[];
  default: string;
  defaultDescending: boolean;
  /** The record's number, if it has one. It breaks ties before the id does. */
  number?: RawBuilder<unknown>;
  /** A search for nothing but the number shows its record first. */
  isNumberSearched?: boolean;
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
