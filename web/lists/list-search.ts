import type { FilterValue, SearchPlace, ListRules, ListState } from './list-shape.ts';
import { bodyFilters, wordOf } from './list-state.ts';

type Search = Readonly<Record<string, FilterValue>>;

/** What can be saved under a name: the filters, words and order of the list now. */
export function openPlace({ state, rules, addressOf }: SearchPlace) {
  return {
    savedId: state.saved,
    search: searchOf(state, rules),
    /** The list with this search. Null if it cannot show it. */
    addressOf: (search: Search, saved: string): string | null => {
      const found = stateOf(search, rules);
      return found && addressOf({ page: 1, size: state.size, ...found, saved });
    },
  };
}

/** The filters, words and order as the server takes them. Empty for the whole list. */
export function searchOf(state: ListState, rules: ListRules): Record<string, FilterValue> {
  const { sort } = state;
  const filters = bodyFilters(state.filters, rules);
  if (wordOf(sort) === wordOf(rules.defaultSort)) return filters;
  return { ...filters, sortBy: sort.by, sortDescending: sort.descending };
}

/** The opposite of `searchOf`. Null if this list cannot show the search: without a filter it would list too much. */
export function stateOf(
  { sortBy, sortDescending, ...filters }: Search,
  rules: ListRules,
): Pick<ListState, 'sort' | 'filters'> | null {
  const pairs = Object.entries(filters).map(([name, value]) => {
    const filter = rules.filters.find((one) => one.name === name);
    const option = filter?.options?.find(({ sends }) => sends === value)?.value;
    const text = option ?? (typeof value === 'string' ? value : undefined);
    return filter && text !== undefined ? ([name, text] as const) : null;
  });
  if (pairs.includes(null)) return null;
  const sort =
    typeof sortBy === 'string'
      ? { by: sortBy, descending: sortDescending === true }
      : rules.defaultSort;
  if (wordOf(sort) !== wordOf(rules.defaultSort) && !rules.sortable.includes(sort.by)) return null;
  return { sort, filters: Object.fromEntries(pairs.filter((pair) => pair !== null)) };
}
