import * as contract from '#contract/invoices.ts';
import { RowButton } from '#web/admin-list/rows/row-actions.tsx';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/reading/definition-list.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { type InvoiceActionProps, sayFailure } from './invoice-action.ts';

export function ResendInvoiceEmail({ invoice, name, list }: InvoiceActionProps) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(contract.resendInvoiceEmail);

  async function askAndResend() {
    const sure = await confirm({
      title: 'Resend invoice',
      body: <Question invoice={invoice} />,
      confirm: 'Resend',
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id: invoice.id } });
    if (outcome.ok) notify.success(contract.invoiceTexts.resent);
    else sayFailure(outcome.error, contract.invoiceTexts.resendFailed, { notify, list });
  }

  return (
    <RowButton name={name} busy={busy} onClick={askAndResend}>
      Resend
    </RowButton>
  );
}

function Question({ invoice }: Pick<InvoiceActionProps, 'invoice'>) {
  return (
    <>
      <p>{contract.invoiceTexts.askResend}</p>
      <DefinitionList
        facts={[
          { label: 'To', value: invoice.userEmail },
          { label: 'Invoice number', value: invoice.invoiceNumber },
        ]}
      />
    </>
  );
}
