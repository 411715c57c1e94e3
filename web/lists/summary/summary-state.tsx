import { useIsFetching, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { summaryTexts } from '#contract/summaries.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface Props<Data> {
  data: Data | undefined;
  failure: string | undefined;
  waiting: boolean;
  again: () => void;
  children: (data: Data) => ReactNode;
}

/** The figures, a spinner, or an error. */
export function SummaryState<Data>({ data, failure, waiting, again, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  if (failure === undefined) return <Spinner />;
  return <LoadFailure text={failure} busy={waiting} onRetry={again} />;
}

/** The figures of a list; loaded again whenever the list is. */
export function useSummary<E extends EndpointShape>(list: string, endpoint: E, input: InputOf<E>) {
  const query = useQuery({
    queryKey: [list, 'summary', input],
    queryFn: ({ signal }) => call(endpoint, Object.assign({ signal }, input)),
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

/** The query of the list with these filters, with `?`. */
export function searchFor(filters: Readonly<Record<string, string | null | undefined>>): string {
  const args = Object.entries(filters).filter((pair): pair is [string, string] => pair[1] != null);
  return `?${new URLSearchParams(args)}`;
}
