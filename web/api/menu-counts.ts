import { queryOptions } from '@tanstack/react-query';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { call } from '#web/api/call.ts';

/** What waits for an administrator; Today keeps it up to date. */
export const menuCounts = queryOptions({
  queryKey: ['menuCounts'],
  queryFn: ({ signal }) => call(getMenuCounts, { signal }),
});
