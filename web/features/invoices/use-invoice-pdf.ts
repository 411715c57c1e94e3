import { getInvoicePdf, type Invoice } from '#contract/invoices.ts';
import { useCall } from '#web/api/use-call.ts';
import { openTab } from '#web/ui/open-tab.ts';
import type { Deed } from './action-callbacks.ts';

/** Fetched with the token, so it can't be a plain link. Rules §1. */
export function useInvoicePdf({ onRefused }: Pick<Deed, 'onRefused'>) {
  const { send, busy } = useCall(getInvoicePdf);

  async function open({ id, invoiceNumber }: Invoice) {
    const tab = openTab(invoiceNumber);
    onRefused(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      tab.show(outcome.data);
      return;
    }
    tab.close();
    onRefused(outcome.error?.message ?? null);
  }

  return { busy, open };
}
