import { useQuery } from '@tanstack/react-query';
import { getInvoice, type Invoice, invoiceTexts } from '#contract/invoices.ts';
import { unanswered } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';

/** The record as it was read, with the tag that an edit of it sends back. */
export interface Version {
  invoice: Invoice;
  etag: string | undefined;
}

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useInvoice(id: string) {
  return useQuery({
    queryKey: ['invoices', 'one', id],
    queryFn: async ({ signal }): Promise<Version> => {
      const { data, etag } = await callWithEtag(getInvoice, { params: { id } }, { signal });
      // Whoever is no administrator any more is told less.
      if (!('invoiceNumber' in data)) throw unanswered(invoiceTexts.error);
      return { invoice: data, etag };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
