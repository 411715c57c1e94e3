import { useQuery } from '@tanstack/react-query';
import type { MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { menuCounts } from '#web/api/menu-counts.ts';

/** What waits for an administrator. Without an answer the menu has no counts. */
export function useMenuCounts(isStaff: boolean): MenuCounts | undefined {
  return useQuery({ ...menuCounts, enabled: isStaff, staleTime: 0 }).data;
}
