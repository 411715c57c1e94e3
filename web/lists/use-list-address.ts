import { useEffect } from 'react';
import { useLocation, useNavigate } from '#web/app/router/use-router.ts';
import { rememberAddress } from './list-memory.ts';
import { type ListRules, type ListState, readListState, writeListState } from './list-state.ts';

/** The list's state is its address; nothing keeps a copy. */
export function useListAddress(rules: ListRules) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  useEffect(() => rememberAddress(pathname, search), [pathname, search]);

  function go(to: ListState, { replace = false } = {}) {
    const next = writeListState(to, rules, address);
    // The same address again would only be one more press of Back.
    const wanted = new URLSearchParams(next).toString();
    const isSame = wanted === address.toString();
    const going = { replace: replace || isSame, keepsScroll: true };
    void navigate({ search: wanted === '' ? '' : `?${wanted}` }, going);
    return isSame;
  }

  return { state: readListState(address, rules), go, pathname };
}
