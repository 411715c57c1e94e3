import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { summaryTexts } from '#contract/summaries.ts';
import { textFor } from '#web/api/api-error.ts';
import { call, type CallArguments, type DataOf } from '#web/api/call.ts';

type AsksNothing<E extends EndpointShape> = unknown extends InputOf<E> ? E : never;

/** The figures of a list, asked for again whenever the list itself was. */
export function useSummary<E extends EndpointShape>(list: string, endpoint: AsksNothing<E>) {
  const query = useQuery({
    queryKey: [list, 'summary'],
    queryFn: ({ signal }): Promise<DataOf<E>> => {
      const given = [undefined, { signal }] as unknown as CallArguments<E>;
      return call<E>(endpoint, ...given);
    },
    refetchOnMount: 'always',
  });
  const { refetch } = query;
  const asking = useIsFetching({ queryKey: [list, 'list'] }) > 0;
  const wasAsking = useRef(asking);
  useEffect(() => {
    if (wasAsking.current && !asking) void refetch();
    wasAsking.current = asking;
  }, [asking, refetch]);
  return {
    data: query.data,
    failure: query.isError ? textFor(query.error, summaryTexts) : undefined,
    waiting: query.isFetching,
    again: () => void refetch(),
  };
}
