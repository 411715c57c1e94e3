import type { ListFormat } from '#contract/csv.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { type LoadTexts, textFor } from '#web/api/api-error.ts';
import {
  type ChosenRows,
  countChosen,
  isChosen,
  isPageChosen,
  noneChosen,
  togglePage,
  toggleRow,
} from './chosen-rows.ts';
import { rememberAddress } from '#web/app/router/list-memory.ts';
import type {
  Chosen,
  Column,
  Filter,
  Results,
  Identified,
  List,
  ListBody,
  Load,
  SavedSearchParts,
  SearchPlace,
  Sort,
  ListRules,
  ListState,
} from './list-shape.ts';
import {
  bodyFilters,
  bodyOf,
  filteredBy,
  isSearching,
  readListState,
  withoutUnknown,
  writeListState,
} from './list-state.ts';
import { lastPageOf } from './page-numbers.ts';
import type { RowChoice } from './row-selection.tsx';
import { usePrintAll } from './use-print-all.ts';
import { useRowFocus } from './use-row-focus.ts';

export interface ListQuestion<Row extends Identified, Name extends string> extends Source<
  Row,
  Name
> {
  columns: readonly Column<NoInfer<Row>>[];
  filters: readonly Filter<NoInfer<Name>>[];
  /** Parameters of the address that belong to the page. Unknown ones are removed. */
  keeps?: readonly string[];
  defaultSort: Sort;
  savedSearches?: SavedSearchParts | undefined;
}

/** The words of the search box: the field `text` of each search body. */
const searchBox = { name: 'text', kind: 'text', label: 'Search' } as const;

function rulesOf<Row extends Identified, Name extends string>({
  columns,
  filters,
  savedSearches,
  ...rules
}: ListQuestion<Row, Name>) {
  return {
    filters: [searchBox, ...filters],
    keeps: rules.keeps,
    sortable: columns.flatMap(({ sortBy }) => sortBy ?? []),
    defaultSort: rules.defaultSort,
    hasSavedSearches: savedSearches !== undefined,
  };
}

/** The state and the actions of a list, without any markup. */
export function useList<Row extends Identified, Name extends string>(
  question: ListQuestion<Row, Name>,
) {
  const rules = rulesOf(question);
  const { state, go: goTo, pathname, addressOf, unknown } = useListAddress(rules);
  // A link names the saved search only. Its filters come into the address before any row is loaded.
  const isOpening = state.saved !== undefined && !isSearching(state, rules);
  const query = bodyOf(state, rules);
  const results = useListRows(question, query, !isOpening);
  const printing = usePrintAll(question.load, query, results.totalCount);
  // Searching for the same again reloads the rows.
  const go: typeof goTo = (to, how) => {
    const isSame = goTo(to, how);
    if (isSame) void results.refetch();
    return isSame;
  };
  const [problem, setProblem] = useState<string | null>(null);
  const { body, placeOf, focusPlace } = useRowFocus(pathname, results.rows !== undefined);
  const sent = bodyFilters(state.filters, rules);
  const selection = useChosenRows(results.rows?.map((row) => row.id) ?? [], sent);

  const lastPage = lastPageOf(results.totalCount ?? 0, state.size);
  const isBeyond = results.rows?.length === 0 && !results.stale && state.page > lastPage;
  useEffect(() => {
    // The last row of the last page was deleted, or the address has too high a page.
    if (isBeyond) go({ ...state, page: lastPage }, { replace: true });
  });

  const list: List = {
    totalCount: results.totalCount,
    filters: sent,
    refetch: results.refetch,
    fail: setProblem,
    removed: async (id) => {
      const place = placeOf(id);
      await results.refetch();
      // React Query notifies the page a task after the response.
      await new Promise((resolve) => setTimeout(resolve));
      focusPlace(place);
    },
  };
  const chosen: Chosen = {
    ids: [...selection.chosen.ids],
    allMatching: selection.chosen.allMatching,
    count: countChosen(selection.chosen, results.totalCount ?? 0),
    filters: sent,
    clear: selection.clear,
  };
  const place: SearchPlace = { state, rules, addressOf, fail: setProblem };
  const { file } = question.load;
  const download = file && ((format: ListFormat) => file(format, query));
  return {
    state,
    rules,
    go,
    clear: () => go(filteredBy(state, {})),
    download,
    printing,
    pathname,
    results: { ...results, rows: printing.rows ?? results.rows },
    lastPage,
    list,
    chosen,
    selection,
    problem,
    body,
    place,
    isOpening,
    unknown,
  };
}

export type ListView<Row extends Identified> = ReturnType<typeof useList<Row, string>>;

/** The list's state is its address; there is no copy. */
function useListAddress(rules: ListRules) {
  const navigate = useNavigate();
  const { pathname, search, state: left } = useLocation() as Location<{ unknown?: string } | null>;
  const unknown = left?.unknown;
  const address = new URLSearchParams(search);
  useEffect(() => rememberAddress(pathname, search), [pathname, search]);
  const without = withoutUnknown(address, rules);
  const cleaned = without?.cleaned.toString();
  const names = without?.unknown.join(', ');
  useEffect(() => {
    if (cleaned === undefined) return;
    const state = { unknown: names };
    void navigate({ search: cleaned }, { replace: true, preventScrollReset: true, state });
  }, [cleaned, names, navigate]);

  const queryOf = (to: ListState) => writeListState(to, rules, address).toString();

  function go(to: ListState, { replace = false } = {}) {
    // The same address again would only add a history entry.
    const nextQuery = queryOf(to);
    const isSame = nextQuery === address.toString();
    const state = replace ? { unknown } : null;
    const going = { replace: replace || isSame, preventScrollReset: true, state };
    void navigate({ search: nextQuery === '' ? '' : `?${nextQuery}` }, going);
    return isSame;
  }

  const addressOf = (to: ListState) => `${pathname}?${queryOf(to)}`;
  return { state: readListState(address, rules), go, pathname, addressOf, unknown };
}

interface Source<Row, Name extends string> {
  /** The first part of every query key of this list, so that others can invalidate it. */
  cacheKey: string;
  load: Load<Row, Name>;
  texts: LoadTexts;
  /** Milliseconds until these rows are polled again. */
  pollEvery?: (rows: readonly Row[]) => number | false;
}

function useListRows<Row, Name extends string>(
  { cacheKey, load, texts, pollEvery }: Source<Row, Name>,
  body: ListBody<Name>,
  isEnabled: boolean,
) {
  const query = useQuery({
    queryKey: [cacheKey, 'list', body],
    queryFn: ({ signal }): Promise<Results<Row>> => load(body, signal),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    // The record's own page may just have changed it.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollEvery?.(state.data?.results ?? []) ?? false,
  });
  const { refetch } = query;
  return {
    rows: query.data?.results,
    /** The former number while other rows load; none after a failed search. */
    totalCount: query.data?.totalCount,
    /** Old rows are shown while new ones load. */
    stale: query.isPlaceholderData,
    waiting: query.isFetching,
    failure: query.isError ? textFor(query.error, texts) : undefined,
    refetch: async () => void (await refetch()),
  };
}

/** Kept when paging and sorting; new filters clear it. */
function useChosenRows(page: readonly string[], filters: Readonly<Record<string, unknown>>) {
  const [chosen, setChosen] = useState<ChosenRows>(noneChosen);
  const query = JSON.stringify(filters);
  const [seen, setSeen] = useState(query);
  if (seen !== query) {
    setSeen(query);
    setChosen(noneChosen);
  }
  const choice: RowChoice = {
    isChosen: (id) => isChosen(chosen, id),
    toggle: (id) => setChosen(toggleRow(chosen, id, page)),
    pageChosen: isPageChosen(chosen, page),
    togglePage: () => setChosen(togglePage(chosen, page)),
  };
  return {
    chosen,
    choice,
    chooseAllMatching: () => setChosen({ ids: new Set<string>(), allMatching: true }),
    clear: () => setChosen(noneChosen),
  };
}
