import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { rememberAddress } from './list-memory.ts';
import { type ListRules, type ListState, readListState, writeListState } from './list-state.ts';

/** The list's state is its address; nothing keeps a copy. */
export function useListAddress(rules: ListRules) {
  const [address, setAddress] = useSearchParams();
  const { pathname, search } = useLocation();
  useEffect(() => rememberAddress(pathname, search), [pathname, search]);

  function go(to: ListState, { replace = false } = {}) {
    const next = writeListState(to, rules, address);
    // The same address again would only be one more press of Back.
    const isSame = new URLSearchParams(next).toString() === address.toString();
    setAddress(next, { replace: replace || isSame, preventScrollReset: true });
    return isSame;
  }

  return { state: readListState(address, rules), go, pathname };
}
