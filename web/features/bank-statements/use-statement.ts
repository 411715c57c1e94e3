import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getStatement, type StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useRecount } from '#web/api/menu-counts.ts';

const pollMs = 1000;

const keyOf = (id: string) => ['bankStatement', id];

/** Polls while a worker imports it, also after a reload. */
export function useStatement(id: string) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getStatement, { params: { id }, signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'importing' ? pollMs : false),
  });
  useRecount(query.data?.state === 'imported');
  return query;
}

/** Shows the statement that a call has returned. */
export function useShowStatement(): (details: StatementDetails) => void {
  const queries = useQueryClient();
  return (details) => queries.setQueryData(keyOf(details.id), details);
}
