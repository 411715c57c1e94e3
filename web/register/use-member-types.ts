import { useCallback, useEffect, useRef, useState } from 'react';
import { listMemberTypes, type MemberType } from '#contract/member-types.ts';
import { call } from '#web/api/call.ts';

export interface MemberTypes {
  /** What can be chosen; null until it is known. */
  offered: readonly MemberType[] | null;
  failed: boolean;
  /** Asks again; what was known stays meanwhile. */
  load: () => Promise<void>;
}

export function useMemberTypes(): MemberTypes {
  const [offered, setOffered] = useState<readonly MemberType[] | null>(null);
  const [failed, setFailed] = useState(false);
  const asking = useRef<AbortController>(null);

  const ask = useCallback(async () => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    try {
      const types = await call(listMemberTypes, undefined, { signal });
      setOffered(types.filter(({ isRetired }) => !isRetired));
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  }, []);

  useEffect(() => {
    void ask();
    return () => asking.current?.abort();
  }, [ask]);

  function load() {
    setFailed(false);
    return ask();
  }

  return { offered, failed, load };
}
