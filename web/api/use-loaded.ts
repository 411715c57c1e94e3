import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import { call, type DataOf, type EndpointWithoutInput } from './call.ts';
import { preloadedReply } from './preloaded-data.ts';

export interface Loaded<Data> {
  /** Null until it is loaded. */
  data: Data | null;
  failed: boolean;
  /** Loads again. */
  load: () => void;
}

/** Loads what a public page needs. The administrators' pages use react-query. */
export function useLoaded<E extends EndpointWithoutInput>(endpoint: E): Loaded<DataOf<E>> {
  const [data, setData] = useState<DataOf<E> | null>(
    () => preloadedReply<EndpointShape>(endpoint) as DataOf<E> | null,
  );
  const [isPreloaded] = useState(data !== null);
  const [failed, setFailed] = useState(false);
  const asking = useRef<AbortController>(null);

  const ask = useCallback(async () => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    try {
      setData(await call(endpoint, { signal }));
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  }, [endpoint]);

  useEffect(() => {
    if (!isPreloaded) void ask();
    return () => asking.current?.abort();
  }, [ask, isPreloaded]);

  function load() {
    setFailed(false);
    void ask();
  }

  return { data, failed, load };
}
