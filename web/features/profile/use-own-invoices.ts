import { useQuery } from '@tanstack/react-query';
import { isOpen, searchInvoices } from '#contract/invoices/endpoints.ts';
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

/** What the member has to pay for the membership, if it is loaded. There is at most one. */
export function useOpenMembershipInvoice(memberId: string) {
  const { data } = useOwnInvoices(memberId);
  return data?.results.find(({ state, memberTypeId }) => isOpen(state) && memberTypeId !== null);
}
