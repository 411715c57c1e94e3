import { useQuery } from '@tanstack/react-query';
import { getUser, type User } from '#contract/users.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  user: User;
  etag: string | undefined;
}

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useUser(id: string) {
  return useQuery({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getUser, { params: { id } }, { signal });
      return { user: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
