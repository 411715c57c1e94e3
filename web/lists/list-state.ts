import { isDay } from '#contract/days.ts';
import { defaultPageSize, pageSizes } from '#contract/limits.ts';
import type { ListRules, ListState, FilterValue, ListBody, Sort } from './list-shape.ts';

const savedName = 'saved';
const highestPage = 1_000_000;
const longestFilter = 200;

/** Parses the address; invalid values become the default. */
export function readListState(address: URLSearchParams, rules: ListRules): ListState {
  return {
    page: readPage(address.get('page')),
    size: pageSizes.find((size) => String(size) === address.get('size')) ?? defaultPageSize,
    sort: readSort(address.get('sort'), rules),
    filters: readFilters(address, rules),
    ...readSaved(address, rules),
  };
}

function readSaved(address: URLSearchParams, { hasSavedSearches = false }: ListRules) {
  const saved = address.get(savedName) ?? '';
  return hasSavedSearches && /^[\da-f-]{36}$/i.test(saved) ? { saved } : {};
}

function readPage(text: string | null): number {
  if (text === null || !/^\d{1,7}$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 1), highestPage);
}

function readSort(text: string | null, rules: ListRules): Sort {
  const sort = sortFrom(text ?? '');
  return rules.sortable.includes(sort.by) ? sort : rules.defaultSort;
}

/** A sort in the address: `LastName`, or `-LastName` for descending. */
export function wordOf({ by, descending }: Sort): string {
  return descending ? `-${by}` : by;
}

export function sortFrom(word: string): Sort {
  return word.startsWith('-')
    ? { by: word.slice(1), descending: true }
    : { by: word, descending: false };
}

function readFilters(address: URLSearchParams, rules: ListRules) {
  const pairs = rules.filters.flatMap(({ name, kind, options }) => {
    const value = address.get(name)?.trim().slice(0, longestFilter) ?? '';
    // Segments are static; the options of other filters may still be loading.
    const isValid =
      kind === 'day' || kind === 'chip'
        ? isDay(value)
        : kind !== 'segmented' || options?.some((option) => option.value === value);
    return value !== '' && isValid ? [[name, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** Writes a state into an address without defaults and without unknown parameters. */
export function writeListState(
  state: ListState,
  rules: ListRules,
  before: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const address = new URLSearchParams();
  for (const name of rules.keeps ?? []) {
    const value = before.get(name);
    if (value !== null) address.set(name, value);
  }
  if (state.saved !== undefined && isSearching(state, rules)) address.set(savedName, state.saved);
  if (state.page !== 1) address.set('page', String(state.page));
  if (state.size !== defaultPageSize) address.set('size', String(state.size));
  const sort = wordOf(state.sort);
  if (sort !== wordOf(rules.defaultSort)) address.set('sort', sort);
  for (const { name } of rules.filters) {
    const value = state.filters[name]?.trim();
    if (value) address.set(name, value);
  }
  return address;
}

/**
 * The address without parameters that the list does not know, and their names; undefined if there are
 * none.
 */
export function withoutUnknown(
  address: URLSearchParams,
  rules: ListRules,
): { cleaned: URLSearchParams; unknown: string[] } | undefined {
  const names = rules.filters.map(({ name }) => name);
  const own = rules.hasSavedSearches === true ? [savedName] : [];
  const known = new Set(['page', 'size', 'sort', ...own, ...names, ...(rules.keeps ?? [])]);
  const pairs = [...address].filter(([name]) => known.has(name));
  const unknown = [...address.keys()].filter((name) => !known.has(name));
  return unknown.length === 0 ? undefined : { cleaned: new URLSearchParams(pairs), unknown };
}

/** Pressing a header sorts ascending, then descending, then by default. */
export function pressed(by: string, { sort }: ListState, { defaultSort }: ListRules): Sort {
  if (sort.by !== by) return { by, descending: false };
  if (!sort.descending) return { by, descending: true };
  return defaultSort.by === by ? { by, descending: false } : defaultSort;
}

/** A new sort, filter or page size starts at page one. */
export function sortedBy(state: ListState, sort: Sort): ListState {
  return { ...state, page: 1, sort };
}

export function filteredBy(state: ListState, filters: Readonly<Record<string, string>>): ListState {
  return { ...state, page: 1, filters };
}

export function sized(state: ListState, size: number): ListState {
  return { ...state, page: 1, size };
}

export function bodyFilters(
  filters: Readonly<Record<string, string>>,
  rules: ListRules,
): Record<string, FilterValue> {
  const pairs = Object.entries(filters).map(([name, value]) => {
    const options = rules.filters.find((filter) => filter.name === name)?.options;
    return [name, options?.find((option) => option.value === value)?.sends ?? value] as const;
  });
  return Object.fromEntries(pairs);
}

export function bodyOf(state: ListState, rules: ListRules): ListBody<string> {
  return {
    ...bodyFilters(state.filters, rules),
    page: state.page,
    pageSize: state.size,
    sortBy: state.sort.by,
    sortDescending: state.sort.descending,
  } as ListBody<string>;
}

/** Whether anything but the page differs from the whole list. */
export function isSearching({ filters, sort }: ListState, { defaultSort }: ListRules): boolean {
  return Object.keys(filters).length > 0 || wordOf(sort) !== wordOf(defaultSort);
}
