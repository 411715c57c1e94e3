import { useQuery } from '@tanstack/react-query';
import { menuCounts, type ShownCounts } from '#web/api/menu-counts.ts';

/** What waits for an administrator. Without an answer the menu has no counts. */
export function useMenuCounts(isStaff: boolean): ShownCounts | undefined {
  return useQuery({ ...menuCounts, enabled: isStaff, staleTime: 0 }).data;
}
