import { getOpenRestore } from '#contract/restores/endpoints.ts';
import { call } from '#web/api/call.ts';

/** The restore whose held emails wait for a decision. */
export const openRestore = {
  queryKey: ['openRestore'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getOpenRestore, { signal }),
  staleTime: 60_000,
};
