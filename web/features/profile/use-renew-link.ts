import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { getMember } from '#contract/members/endpoints.ts';
import { call } from '#web/api/call.ts';
import { renewing } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** Whether the address is the link of a reminder, and to whom it was sent. Null until it is known. */
export function useRenewLinkOwner(memberId: string): 'own' | 'other' | null {
  const linked = useSearchParams().get(renewing) || null;
  const isOwn = linked === memberId;
  // A record that was merged into the own one leads to it. For any other, the reply is a 404.
  const { data, isError } = useQuery({
    queryKey: ['member-of-link', linked, memberId],
    queryFn: ({ signal }) => call(getMember, { params: { id: linked ?? '' }, signal }),
    enabled: linked !== null && !isOwn && memberId !== '',
    staleTime: Infinity,
    retry: false,
  });
  if (linked === null) return null;
  if (isOwn || data?.id === memberId) return 'own';
  return isError || data !== undefined ? 'other' : null;
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
