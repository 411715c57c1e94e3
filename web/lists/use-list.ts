import { useEffect, useState } from 'react';
import type { Chosen, Column, Filter, Identified, List, Sort } from './list-shape.ts';
import { bodyFilters, bodyOf, filteredBy } from './list-state.ts';
import { lastPageOf } from './page-numbers.ts';
import { countChosen } from './chosen-rows.ts';
import { useChosenRows } from './use-chosen-rows.ts';
import { useListAddress } from './use-list-address.ts';
import { type Source, useListRows } from './use-list-rows.ts';
import { useRowFocus } from './use-row-focus.ts';

export interface ListQuestion<Row extends Identified, Name extends string> extends Source<
  Row,
  Name
> {
  columns: readonly Column<NoInfer<Row>>[];
  filters: readonly Filter<NoInfer<Name>>[];
  defaultSort: Sort;
}

/** All that a list knows and can be told, without a look of its own. */
export function useList<Row extends Identified, Name extends string>(
  question: ListQuestion<Row, Name>,
) {
  const { columns, filters, defaultSort } = question;
  const rules = { filters, sortable: columns.flatMap(({ sortBy }) => sortBy ?? []), defaultSort };
  const { state, go: goTo, pathname } = useListAddress(rules);
  const asked = bodyOf(state, rules);
  const found = useListRows(question, asked);
  // Whoever searches for the same again wants to know what is new.
  const go: typeof goTo = (to, how) => {
    const isSame = goTo(to, how);
    if (isSame) void found.refetch();
    return isSame;
  };
  const [problem, setProblem] = useState<string | null>(null);
  const { body, placeOf, focusPlace } = useRowFocus(pathname, found.rows !== undefined);
  const sent = bodyFilters(state.filters, rules);
  const selection = useChosenRows(found.rows?.map((row) => row.id) ?? [], sent);

  const lastPage = lastPageOf(found.totalCount ?? 0, state.size);
  const isBeyond = found.rows?.length === 0 && !found.stale && state.page > lastPage;
  useEffect(() => {
    // The last row of the last page was deleted, or an old address asks for too much.
    if (isBeyond) go({ ...state, page: lastPage }, { replace: true });
  });

  const list: List = {
    totalCount: found.totalCount,
    filters: sent,
    refetch: found.refetch,
    fail: setProblem,
    removed: async (id) => {
      const place = placeOf(id);
      await found.refetch();
      // The query tells the page about new rows a task after its answer is in.
      setTimeout(() => focusPlace(place));
    },
  };
  const chosen: Chosen = {
    ids: [...selection.chosen.ids],
    allMatching: selection.chosen.allMatching,
    count: countChosen(selection.chosen, found.totalCount ?? 0),
    filters: sent,
    clear: selection.clear,
  };
  const clear = () => go(filteredBy(state, {}));
  const { csv } = question.load;
  const download = csv && (() => csv(asked));
  return {
    state,
    rules,
    go,
    clear,
    download,
    pathname,
    found,
    lastPage,
    list,
    chosen,
    selection,
    problem,
    body,
  };
}

export type ListView<Row extends Identified> = ReturnType<typeof useList<Row, string>>;
