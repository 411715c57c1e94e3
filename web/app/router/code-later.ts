import { useCallback, useEffect, useState } from 'react';
import { unanswered, unreachable } from '#web/api/api-error.ts';

/** Some browsers remember what could not be fetched, and ask for it only on a page that is loaded anew. */
const stillMissing =
  'This part of the page can not be fetched. Please check your connection, then reload the page.';

/** A part of a page that is fetched right after the page, so that the page is there sooner. */
export interface CodeLater<C> {
  /** Null until it has come. */
  here: () => C | null;
  /** Rejects with an `ApiError`; asking once more is trying again, where the browser does. */
  fetch: () => Promise<C>;
}

export function codeLater<C>(load: () => Promise<C>): CodeLater<C> {
  let here: C | null = null;
  let coming: Promise<C> | null = null;
  let failures = 0;

  async function fetch(): Promise<C> {
    try {
      here = await load();
      return here;
    } catch {
      failures += 1;
      throw unanswered(failures === 1 ? unreachable : stillMissing);
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
