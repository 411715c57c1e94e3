import { useQuery } from '@tanstack/react-query';

/** A record with its ETag, which an update must send. */
export type LoadedRecord<Record> = Record & { etag: string | undefined };

interface Read<Data> {
  data: Data;
  etag: string | undefined;
}

/**
 * Loads the record once per visit: a form keeps the version that it was filled from. `again`
 * returns the milliseconds until it is polled, or `false`.
 */
export function useLoadedRecord<Data, Record>(
  queryKey: readonly string[],
  read: (options: { signal: AbortSignal }) => Promise<Read<Data>>,
  recordIn: (data: Data) => Record,
  again?: (version: LoadedRecord<Record>) => number | false,
) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedRecord<Record>> => {
      const { data, etag } = await read({ signal });
      return { ...recordIn(data), etag };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => (again && state.data ? again(state.data) : false),
  });
}
