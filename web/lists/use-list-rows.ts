import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoadTexts, textFor } from '#web/api/api-error.ts';
import type { Found, ListBody, Load } from './list-shape.ts';

export interface Source<Row, Name extends string> {
  /** First in the key of every query of this list, so that others can invalidate it. */
  cacheKey: string;
  load: Load<Row, Name>;
  texts: LoadTexts;
  /** Milliseconds until these rows are asked for again by themselves. */
  pollEvery?: (rows: readonly Row[]) => number | false;
}

export function useListRows<Row, Name extends string>(
  { cacheKey, load, texts, pollEvery }: Source<Row, Name>,
  body: ListBody<Name>,
) {
  const query = useQuery({
    queryKey: [cacheKey, 'list', body],
    queryFn: ({ signal }): Promise<Found<Row>> => load(body, signal),
    placeholderData: keepPreviousData,
    // What is shown may have been changed on the record's own page a moment ago.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => pollEvery?.(state.data?.results ?? []) ?? false,
  });
  // The heading keeps its number while the next one is on its way, and when that fails.
  const [totalCount, setTotalCount] = useState<number>();
  const counted = query.data?.totalCount;
  if (counted !== undefined && counted !== totalCount) setTotalCount(counted);

  const { refetch } = query;
  return {
    rows: query.data?.results,
    totalCount,
    /** Old rows are shown while others are on their way. */
    stale: query.isPlaceholderData,
    waiting: query.isFetching,
    failure: query.isError ? textFor(query.error, texts) : undefined,
    refetch: async () => void (await refetch()),
  };
}
