import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getImport, type ImportDetails, isBusy } from '#contract/imports/endpoints.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useRecount } from '#web/api/menu-counts.ts';

const pollMs = 1000;

/** `etag` is undefined before the import was read by itself. */
export type ShownImport = ImportDetails & { etag?: string | undefined };

const keyOf = (id: string) => ['imports', id];

/** Polls while a worker is busy with it, also after a reload. */
export function useImport(id: string) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<ShownImport> => {
      const { data, etag } = await callWithEtag(getImport, { params: { id }, signal });
      return { ...data, etag };
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? pollMs : false),
  });
  useRecount(query.data !== undefined && !isBusy(query.data.state));
  return query;
}

/** Shows the import that a call has returned. */
export function useShowImport(): (details: ImportDetails) => void {
  const queries = useQueryClient();
  return (details) => queries.setQueryData(keyOf(details.id), details);
}
