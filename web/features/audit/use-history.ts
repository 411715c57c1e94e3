import { useInfiniteQuery } from '@tanstack/react-query';
import { auditTexts, searchAudit } from '#contract/audit.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** `version` is the record's tag: when that changes, so has its history. */
export function useHistory(subjectId: string, version: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'of', subjectId, version],
    queryFn: ({ pageParam: page, signal }) =>
      call(searchAudit, { body: { subjectId, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }, pages) => {
      const shown = pages.reduce((sum, { results }) => sum + results.length, 0);
      return shown < totalCount ? pages.length + 1 : undefined;
    },
    refetchOnMount: 'always',
  });
  return {
    entries: query.data?.pages.flatMap(({ results }) => results),
    failure: query.isError ? textFor(query.error, auditTexts) : undefined,
    waiting: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}
