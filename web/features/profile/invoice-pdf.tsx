import { FileText } from 'lucide-react';
import { getInvoicePdf } from '#contract/invoices.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { openTab, type Tab } from '#web/ui/open-tab.ts';

interface Props {
  id: string;
  invoiceNumber: string;
}

/** The document is fetched with the token, which a link could not send. */
export function InvoicePdf({ id, invoiceNumber }: Props) {
  const { busy, error, send } = useCall(getInvoicePdf);

  async function open() {
    const tab: Tab = openTab(invoiceNumber);
    const outcome = await send({ params: { id } });
    if (outcome.ok) tab.show(outcome.data);
    else tab.close();
  }

  return (
    <>
      <Button busy={busy} onClick={open}>
        {!busy && <FileText aria-hidden size={18} />}
        <span>
          PDF<span className="visually-hidden"> of {invoiceNumber}</span>
        </span>
      </Button>
      <FormProblem message={error?.message} />
    </>
  );
}
