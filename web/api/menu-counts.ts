import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMenuCounts, type MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { call } from '#web/api/call.ts';
import { changeOwnName } from '#web/session/session.ts';

/** Get Started is shown while something is missing, and to its end where it was shown before. */
export type ShownCounts = MenuCounts & { showsGetStarted: boolean };

const queryKey = ['menuCounts'];

/** What waits for an administrator; Today keeps it up to date. */
export const menuCounts = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<ShownCounts> => {
    const counts = await call(getMenuCounts, { signal });
    changeOwnName(counts.ownName);
    const isMissing = counts.getStarted?.steps.some(({ isDone }) => !isDone) ?? false;
    const before = client.getQueryData<ShownCounts>(queryKey);
    return { ...counts, showsGetStarted: isMissing || (before?.showsGetStarted ?? false) };
  },
});

/** No mail server is set. From what the menu has loaded. */
export function useIsMailKept(): boolean {
  return useQuery({ ...menuCounts, enabled: false }).data?.isMailCaptured === true;
}

/** When long work is over: the menu, Today and Get Started count what it made. */
export function useRecount(isOver: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey });
  }, [queries, isOver]);
}
