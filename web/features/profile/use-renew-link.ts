import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { renewing } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** The link in a reminder opens the renewal at once, if the membership can be renewed. */
export function useRenewLink(isRenewable: boolean, open: () => void) {
  const isLinked = useSearchParams().has(renewing);
  const navigate = useNavigate();
  const openOnce = useEffectEvent(() => {
    if (isRenewable) open();
  });
  useEffect(() => {
    if (!isLinked) return;
    // Reloading the page must not open it again.
    void navigate({ search: '' }, { replace: true, preventScrollReset: true });
    openOnce();
  }, [isLinked, navigate]);
}
