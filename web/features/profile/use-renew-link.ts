import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { renewing } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** Whether the address is the link of a reminder, and to whom it was sent. */
export function useRenewLinkOwner(memberId: string): 'own' | 'other' | null {
  const linked = useSearchParams().get(renewing);
  if (linked === null) return null;
  // Links of earlier versions name no member.
  return linked === '' || linked === memberId ? 'own' : 'other';
}

/** The link in a reminder opens the renewal at once, if the membership can be renewed. */
export function useRenewLink(memberId: string, isRenewable: boolean, open: () => void) {
  const isLinked = useRenewLinkOwner(memberId) === 'own';
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
