import { useQuery } from '@tanstack/react-query';
import { getMemberStatus, type MemberStatus } from '#contract/member-statuses.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  status: MemberStatus;
  etag: string | undefined;
}

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useMemberStatus(id: string) {
  return useQuery({
    queryKey: ['memberStatuses', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getMemberStatus, { params: { id } }, { signal });
      return { status: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
