import type { ReactNode } from 'react';
import type { Download } from '#web/api/download.ts';

/** The part of a search body that every list has. Rules §1. */
export interface Paging {
  page: number;
  pageSize: number;
  sortBy: string;
  sortDescending: boolean;
}

export type FilterValue = string | boolean;
export type ListBody<Name extends string> = Paging & Partial<Record<Name, FilterValue>>;

export interface Results<Row> {
  results: readonly Row[];
  totalCount: number;
}

export interface Load<Row, Name extends string> {
  (body: ListBody<Name>, signal: AbortSignal): Promise<Results<Row>>;
  /** The same search as a file of all that match, where the server writes one. */
  csv?: ((body: ListBody<Name>) => Promise<Download>) | undefined;
}

export interface Sort {
  by: string;
  descending: boolean;
}

export interface Choice {
  /** What the address shows. */
  value: string;
  label: string;
  /** What the body carries when it is not the value itself, such as `true` for `paid`. */
  sends?: FilterValue;
}

interface FilterName<Name extends string> {
  name: Name;
  label: string;
}

/**
 * `All`, which filters nothing, is added before the options. A segment applies as it is pressed. A
 * chip is a day that only the address sets, such as a link of the Summary; it can be taken away.
 */
export type Filter<Name extends string> =
  | (FilterName<Name> & { kind: 'text' | 'day' | 'chip' })
  | (FilterName<Name> & { kind: 'choice' | 'segmented'; options: readonly Choice[] });

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** One of the columns that the server sorts by; without it the header is only text. */
  sortBy?: string;
  align?: 'end';
  /** Its place in the card that a row becomes on phones; a fact shows its header before it. */
  card?: 'title' | 'badge' | 'fact' | 'hidden';
  /** Long words without a sort: where five columns have no room they stand below the others. */
  narrow?: 'below';
}

/** What a row's actions, and whatever else stands on the page, may do to the list. */
export interface List {
  /** The last answer's count; undefined before the first. */
  totalCount: number | undefined;
  /** The filters as the server got them, flat. */
  filters: Readonly<Record<string, FilterValue>>;
  refetch: () => Promise<void>;
  /** After a delete: loads again and moves the focus to the row that took the place. */
  removed: (id: string) => Promise<void>;
  /** Says in a line above the rows what went wrong; null takes it away. */
  fail: (message: string | null) => void;
}

/** What a bulk action is told; with `allMatching` the filters say whom, and `ids` is empty. */
export interface Chosen {
  ids: readonly string[];
  allMatching: boolean;
  count: number;
  filters: Readonly<Record<string, FilterValue>>;
  clear: () => void;
}

export interface Identified {
  id: string;
}
