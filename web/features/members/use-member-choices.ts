import { useQuery } from '@tanstack/react-query';
import { listMemberStatuses, memberStatusTexts } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes, memberTypeTexts } from '#contract/member-types/endpoints.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

function useMemberTypes() {
  return useQuery({
    queryKey: ['memberTypes', 'all'],
    queryFn: ({ signal }) => call(listMemberTypes, { signal }),
  });
}

export function useMemberStatuses() {
  return useQuery({
    queryKey: ['memberStatuses', 'all'],
    queryFn: ({ signal }) => call(listMemberStatuses, { signal }),
  });
}

/** The types and statuses to choose from; empty while loading or after a failure. */
export function useMemberChoices() {
  const types = useMemberTypes();
  const statuses = useMemberStatuses();
  const failures = [
    types.isError && textFor(types.error, memberTypeTexts),
    statuses.isError && textFor(statuses.error, memberStatusTexts),
  ];
  return {
    types: types.data ?? [],
    statuses: statuses.data ?? [],
    areThere: types.data !== undefined && statuses.data !== undefined,
    failures: failures.filter((text) => text !== false),
    retrying: types.isFetching || statuses.isFetching,
    retry: () => {
      if (types.isError) void types.refetch();
      if (statuses.isError) void statuses.refetch();
    },
  };
}
