import { useCallback, useEffect, useState } from 'react';
import { unanswered, unreachable } from '#web/api/api-error.ts';
import { beforeTimeout } from './code-timeout.ts';

/** Some browsers remember a failed import until the document is loaded again. */
const stillMissing =
  'This part of the page cannot be loaded. Please check your connection, then reload the page.';

/** Code of a part of the page that is loaded right after the page, so that the page is usable sooner. */
export interface CodeLater<C> {
  /** Null until it is loaded. */
  here: () => C | null;
  /** Rejects with an `ApiError`. Calling it again tries again, if the browser does. */
  fetch: () => Promise<C>;
}

export function codeLater<C>(load: () => Promise<C>): CodeLater<C> {
  let here: C | null = null;
  let coming: Promise<C> | null = null;
  let failures = 0;

  async function fetch(): Promise<C> {
    try {
      here = await beforeTimeout(load());
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

/** Loads the code right after the page, and again when the connection is back. */
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

/** Loads the code of the next page before it is needed. `load` is the same at each render. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => void load().catch(() => undefined), [load]);
}
