import type { ReactNode } from 'react';
import type { ListFormat } from '#contract/csv.ts';
import type { Download } from '#web/api/download.ts';

/** The part of a search body that every list has. product-rules 1.4. */
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
  /** The same search as a file, if the endpoint has one. */
  file?: ((format: ListFormat, body: ListBody<Name>) => Promise<Download>) | undefined;
}

export interface Sort {
  by: string;
  descending: boolean;
}

export interface Choice {
  /** The value in the address. */
  value: string;
  label: string;
  /** The value in the request, if different, such as `true` for `paid`. */
  sends?: FilterValue;
}

interface FilterName<Name extends string> {
  name: Name;
  label: string;
}

/**
 * `All` is added before the options. A segmented filter applies at once. A chip is a day that only
 * the address sets, such as a link of the Summary; it can be removed. A chip-id is a record, which
 * the label describes.
 */
export type Filter<Name extends string> =
  | (FilterName<Name> & { kind: 'text' | 'day' | 'chip' | 'chip-id' })
  | (FilterName<Name> & {
      kind: 'segmented' | 'choice';
      options: readonly Choice[];
      /** The choice that sets no filter, if "All" would be wrong. */
      all?: string;
    });

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the column, if it can be sorted by. */
  sortBy?: string;
  align?: 'end';
  /** The position in a row's card on phones; a fact is shown with its header. */
  card?: 'title' | 'badge' | 'fact' | 'hidden';
  /** In narrow windows the column's content moves below the others. */
  narrow?: 'below';
}

/** What row actions and other parts of the page can do to the list. */
export interface List {
  /** The total; undefined before the first response and after a failed search. */
  totalCount: number | undefined;
  /** The filters as sent to the server. */
  filters: Readonly<Record<string, FilterValue>>;
  refetch: () => Promise<void>;
  /** After a delete: reloads and focuses the row that took the place. */
  removed: (id: string) => Promise<void>;
  /** Shows an error above the rows; null removes it. */
  fail: (message: string | null) => void;
}

/** What the saved searches need of their list. */
export interface SearchPlace {
  state: ListState;
  rules: ListRules;
  addressOf: (state: ListState) => string;
  fail: (message: string | null) => void;
}

/** The parts of a list that save and open searches. Made by a feature. */
export interface SavedSearchParts {
  /** In the head. */
  button: (place: SearchPlace) => ReactNode;
  /** Above the rows: the search that was opened. */
  current: (place: SearchPlace) => ReactNode;
  /** In place of the rows, until the filters of a link are known. */
  opening: (place: SearchPlace) => ReactNode;
}

/**
 * The selection for a bulk action. With `allMatching`, the filters select the rows and `ids` is
 * empty.
 */
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

/** The state of a list in its address. */
export interface ListState {
  page: number;
  size: number;
  sort: Sort;
  /** Values by filter name; empty filters are omitted. */
  filters: Readonly<Record<string, string>>;
  /** The id of the saved search that was opened. The filters may differ from it since. */
  saved?: string;
}

/** The filters and sorts of this list. */
export interface ListRules {
  filters: readonly { name: string; kind: string; label?: string; options?: readonly Choice[] }[];
  /** Other parameters of the page, such as the member whose invoices are shown. */
  keeps?: readonly string[] | undefined;
  sortable: readonly string[];
  defaultSort: Sort;
  hasSavedSearches?: boolean;
}
