import * as contract from '#contract/invoices.ts';
import { RowButton } from '#web/admin-list/rows/row-actions.tsx';
import { useCall } from '#web/api/use-call.ts';
import type { InvoiceActionProps } from './invoice-action.ts';
import { openTab } from '#web/ui/reading/open-tab.ts';

/** Fetched with the token, so it can't be a plain link. Rules §1. */
export function GetInvoicePdf({ invoice, name, list }: InvoiceActionProps) {
  const { send, busy } = useCall(contract.getInvoicePdf);

  async function open() {
    const tab = openTab(invoice.invoiceNumber);
    list.fail(null);
    const outcome = await send({ params: { id: invoice.id } });
    if (outcome.ok) {
      tab.show(outcome.data);
      return;
    }
    tab.close();
    list.fail(outcome.error?.message ?? null);
  }

  return (
    <RowButton name={name} busy={busy} onClick={open}>
      PDF
    </RowButton>
  );
}
