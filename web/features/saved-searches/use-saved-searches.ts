import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listSavedSearches,
  type SavedList,
  type SavedSearch,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts } from '#contract/saved-searches/texts.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** The searches of a list that this administrator can use. */
export const savedSearchesQuery = (list: SavedList) =>
  queryOptions({
    queryKey: ['savedSearches', list],
    queryFn: ({ signal }) => call(listSavedSearches, { query: { list }, signal }),
  });

export function useSavedSearches(list: SavedList) {
  const query = useQuery({ ...savedSearchesQuery(list), refetchOnMount: 'always' });
  return {
    searches: query.data,
    failure: query.isError ? textFor(query.error, savedSearchTexts) : undefined,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

/** Bulk emails offer saved searches, too. */
export function useForgetSavedSearches() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['savedSearches', 'communicationLists'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}

type Search = SavedSearch['search'];

/** Whatever the order of their filters. */
export function isSameSearch(one: Search, other: Search): boolean {
  const sorted = (search: Search) =>
    JSON.stringify(Object.entries(search).toSorted(([name], [next]) => (name < next ? -1 : 1)));
  return sorted(one) === sorted(other);
}
