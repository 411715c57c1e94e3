import { useQuery } from '@tanstack/react-query';
import { type BulkEmail, getBulkEmail } from '#contract/bulk-emails.ts';
import { listCommunicationLists } from '#contract/communication.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { isUnderWay } from '../sending/standing.ts';

const pollMs = 3000;

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  bulkEmail: BulkEmail;
  etag: string | undefined;
}

/**
 * Read once for each visit, for the form keeps the version that it was filled from; again and again
 * while it is under way.
 */
export function useBulkEmail(id: string) {
  return useQuery({
    queryKey: ['bulkEmails', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getBulkEmail, { params: { id } }, { signal });
      return { bulkEmail: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.bulkEmail) ? pollMs : false,
  });
}

export function useCommunicationLists() {
  return useQuery({
    queryKey: ['communicationLists'],
    queryFn: ({ signal }) => call(listCommunicationLists, undefined, { signal }),
  });
}
