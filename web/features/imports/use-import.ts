import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getImport, type ImportDetails, isBusy } from '#contract/imports/endpoints.ts';
import { call } from '#web/api/call.ts';

const pollMs = 1000;

const keyOf = (id: string) => ['imports', id];

/** Polls while a worker is busy with it, also after a reload. */
export function useImport(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getImport, { params: { id }, signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? pollMs : false),
  });
}

/** Shows the import that a call has returned. */
export function useShowImport(): (details: ImportDetails) => void {
  const queries = useQueryClient();
  return (details) => queries.setQueryData(keyOf(details.id), details);
}
