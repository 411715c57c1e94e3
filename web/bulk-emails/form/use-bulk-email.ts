import { useQuery } from '@tanstack/react-query';
import { type BulkEmail, getBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { listCommunicationLists } from '#contract/communication/endpoints.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/record/use-version.ts';
import { isUnderWay } from '../sending/standing.ts';

const pollMs = 3000;

export type Version = Versioned<{ bulkEmail: BulkEmail }>;

/** Read again and again while it is under way. */
export function useBulkEmail(id: string) {
  return useVersion(
    ['bulkEmails', 'one', id],
    (options) => callWithEtag(getBulkEmail, { params: { id } }, options),
    (bulkEmail) => ({ bulkEmail }),
    ({ bulkEmail }) => (isUnderWay(bulkEmail) ? pollMs : false),
  );
}

export function useCommunicationLists() {
  return useQuery({
    queryKey: ['communicationLists'],
    queryFn: ({ signal }) => call(listCommunicationLists, undefined, { signal }),
  });
}
