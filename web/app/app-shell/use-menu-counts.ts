import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { onChange } from '#web/api/changes.ts';
import { menuCounts } from '#web/api/menu-counts.ts';

const pollMs = 30_000;

/** What waits for an administrator. Without an answer the menu has no counts. */
export function useMenuCounts(isStaff: boolean): MenuCounts | undefined {
  return useQuery({ ...menuCounts, enabled: isStaff, staleTime: 0 }).data;
}

/**
 * Counts again after each change by this user, when the window gets the focus, and twice a minute
 * while it is visible. For one component of each page.
 */
export function useFreshMenuCounts(): MenuCounts | undefined {
  const { data, refetch } = useQuery({ ...menuCounts, staleTime: 0, refetchInterval: pollMs });
  useEffect(() => {
    const recount = () => void refetch();
    addEventListener('focus', recount);
    const stop = onChange(recount);
    return () => {
      removeEventListener('focus', recount);
      stop();
    };
  }, [refetch]);
  return data;
}
