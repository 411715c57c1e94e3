import * as contract from '#contract/invoices.ts';
import { formatRand } from '#contract/money.ts';
import { RowButton } from '#web/admin-list/rows/row-actions.tsx';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/reading/definition-list.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import type { InvoiceActionProps } from './invoice-action.ts';
import { sayFailure } from './invoice-action.ts';

/** Asks, records the payment, and shows the row as the server now has it. */
export function ProcessInvoicePayment({ invoice, name, list }: InvoiceActionProps) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(contract.processInvoicePayment);

  async function askAndProcess() {
    const sure = await confirm({
      title: 'Process Payment',
      body: <Question invoice={invoice} />,
      confirm: 'Process Payment',
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id: invoice.id } });
    if (outcome.ok) notify.success(contract.invoiceTexts.processed);
    else sayFailure(outcome.error, contract.invoiceTexts.processFailed, { notify, list });
    // Someone else may have paid or voided it meanwhile: either way the row is read again.
    await list.removed(invoice.id);
  }

  return (
    <RowButton name={name} busy={busy} onClick={askAndProcess}>
      Process Payment
    </RowButton>
  );
}

function Question({ invoice }: Pick<InvoiceActionProps, 'invoice'>) {
  const payer = `${invoice.userFirstName} ${invoice.userLastName}`;
  return (
    <>
      <p>{contract.invoiceTexts.askProcess}</p>
      <DefinitionList
        facts={[
          { label: 'Payer', value: payer },
          { label: 'Amount', value: formatRand(invoice.amount) },
          { label: 'Invoice number', value: invoice.invoiceNumber },
        ]}
      />
    </>
  );
}
