import { useQuery } from '@tanstack/react-query';
import { type BulkEmail, getBulkEmail } from '#contract/bulk-emails.ts';
import { listCommunicationLists } from '#contract/communication.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';
import { isUnderWay } from './bulk-email-status.ts';

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
