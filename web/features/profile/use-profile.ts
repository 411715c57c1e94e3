import { useQuery } from '@tanstack/react-query';
import { listMemberTypes } from '#contract/member-types.ts';
import { call } from '#web/api/call.ts';
import { useMember } from '#web/features/members/use-member.ts';

/** The own record and the types, asked for together: one wait on a slow line. */
export function useProfile(memberId: string) {
  const member = useMember(memberId);
  const types = useQuery({
    queryKey: ['memberTypes', 'all'],
    queryFn: ({ signal }) => call(listMemberTypes, undefined, { signal }),
  });
  return {
    start: member.data,
    types: types.data,
    error: member.error ?? types.error,
    isFetching: member.isFetching || types.isFetching,
    refetch: () => {
      if (member.isError) void member.refetch();
      if (types.isError) void types.refetch();
    },
    refetchTypes: types.refetch,
  };
}
