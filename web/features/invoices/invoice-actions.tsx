import { deleteInvoice } from '#contract/invoice-admin.ts';
import { type Invoice, isOpen } from '#contract/invoices.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useInvoicePdf } from './use-invoice-pdf.ts';
import { useProcessInvoice } from './use-process-invoice.ts';
import { useSendInvoice } from './use-send-invoice.tsx';
import { invoiceName } from './invoice-name.ts';
import { isDeletable, isUnseen } from './invoice-permissions.ts';

interface Props {
  invoice: Invoice;
  list: List;
}

/** What can be done to an invoice from its row; the rest is on its own page. */
export function InvoiceActions({ invoice, list }: Props) {
  const { id, state } = invoice;
  const name = invoiceName(invoice);
  const onRefused = list.fail;
  const paying = useProcessInvoice({ onRefused, onDone: list.removed });
  const sending = useSendInvoice({ onRefused, onDone: list.refetch });
  const reading = useInvoicePdf({ onRefused });
  return (
    <>
      {isOpen(state) && (
        <RowButton
          name={name}
          settles
          busy={paying.busy}
          onClick={() => paying.askAndProcess(invoice)}
        >
          Process Payment
        </RowButton>
      )}
      {state !== 'void' && (
        <RowButton name={name} busy={sending.busy} onClick={() => sending.askAndSend(invoice)}>
          {invoice.sentUtc === null ? 'Send' : 'Resend'}
        </RowButton>
      )}
      <RowButton name={name} busy={reading.busy} onClick={() => reading.open(invoice)}>
        PDF
      </RowButton>
      <RowLink name={name} to={paths.invoice(id)}>
        {isUnseen(invoice) ? 'Edit' : 'View'}
      </RowLink>
      {isDeletable(invoice) && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteInvoice, { params: { id } })}
        />
      )}
      {paying.dialog}
    </>
  );
}
