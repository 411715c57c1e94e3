import { getInvoice, type Invoice, invoiceTexts } from '#contract/invoices.ts';
import { unanswered } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type Version = Versioned<{ invoice: Invoice }>;

export function useInvoice(id: string) {
  return useVersion(
    ['invoices', 'one', id],
    (options) => callWithEtag(getInvoice, { params: { id } }, options),
    (invoice) => {
      // Whoever is no administrator any more is told less.
      if (!('invoiceNumber' in invoice)) throw unanswered(invoiceTexts.error);
      return { invoice };
    },
  );
}
