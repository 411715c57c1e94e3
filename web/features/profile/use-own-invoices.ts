import { useQuery } from '@tanstack/react-query';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { largestPageSize } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';

export const ownInvoicesKey = (memberId: string) => ['profile', memberId, 'invoices'];

/** Newest first. */
export function useOwnInvoices(memberId: string) {
  const body = { memberId, pageSize: largestPageSize };
  return useQuery({
    queryKey: ownInvoicesKey(memberId),
    queryFn: ({ signal }) => call(searchInvoices, { body, signal }),
  });
}
