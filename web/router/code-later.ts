import { useCallback, useEffect, useState } from 'react';
import { unanswered, unreachable } from '#web/api/api-error.ts';

/** A part of a page that is fetched right after the page, so that the page is there sooner. */
export interface CodeLater<C> {
  /** Null until it has come. */
  here: () => C | null;
  /** Rejects with an `ApiError`; asking once more is trying again. */
  fetch: () => Promise<C>;
}

export function codeLater<C>(load: () => Promise<C>): CodeLater<C> {
  let here: C | null = null;
  let coming: Promise<C> | null = null;

  async function fetch(): Promise<C> {
    try {
      here = await load();
      return here;
    } catch {
      throw unanswered(unreachable);
    } finally {
      coming = null;
    }
  }

  return {
    here: () => here,
    fetch: () => (here === null ? (coming ??= fetch()) : Promise.resolve(here)),
  };
}

/** Fetches it as soon as the page stands, and again when a connection is back. */
export function useCodeLater<C>(later: CodeLater<C>) {
  const [isFetching, setFetching] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const refetch = useCallback(async () => {
    if (later.here() !== null) return;
    setFetching(true);
    await later.fetch().then(() => setError(null), setError);
    setFetching(false);
  }, [later]);

  useEffect(() => {
    const start = () => void refetch();
    start();
    addEventListener('online', start);
    return () => removeEventListener('online', start);
  }, [refetch]);

  return { code: later.here(), error, isFetching, refetch };
}
