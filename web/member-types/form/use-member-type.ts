import { useQuery } from '@tanstack/react-query';
import { getMemberType, type MemberType } from '#contract/member-types.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  type: MemberType;
  etag: string | undefined;
}

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useMemberType(id: string) {
  return useQuery({
    queryKey: ['memberTypes', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getMemberType, { params: { id } }, { signal });
      return { type: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
