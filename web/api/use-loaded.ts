import { useCallback, useEffect, useRef, useState } from 'react';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { call, type CallArguments, type DataOf } from './call.ts';
import { preloadedReply } from './preloaded-data.ts';

type AsksNothing<E extends EndpointShape> = unknown extends InputOf<E> ? E : never;

export interface Loaded<Data> {
  /** Null until it is loaded. */
  data: Data | null;
  failed: boolean;
  /** Loads again. */
  load: () => void;
}

/** Loads what a public page needs. The administrators' pages use react-query. */
export function useLoaded<E extends EndpointShape>(endpoint: AsksNothing<E>): Loaded<DataOf<E>> {
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
      const options = [undefined, { signal }] as unknown as CallArguments<E>;
      setData(await call<E>(endpoint, ...options));
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
