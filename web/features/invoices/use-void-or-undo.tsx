import { invoiceAdminTexts, voidInvoice } from '#contract/invoice-admin.ts';
import type { Invoice } from '#contract/invoices.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts, undoInvoicePayment } from '#contract/payment-admin.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import type { Deed } from './action-callbacks.ts';

/** Voiding an invoice, and undoing its payment: both ask for the reason. */
export function useTakeBack({ onDone }: Pick<Deed, 'onDone'>) {
  const voiding = useAskReason(voidInvoice, { done: invoiceAdminTexts.voided, onDone });
  const undoing = useAskReason(undoInvoicePayment, { done: paymentAdminTexts.undone, onDone });

  function askAndVoid(invoice: Invoice) {
    voiding.ask({
      id: invoice.id,
      title: 'Void invoice',
      body: <Question invoice={invoice} sentences={[invoiceAdminTexts.askVoid]} />,
      confirm: 'Void invoice',
    });
  }

  function askAndUndo(invoice: Invoice) {
    const { askUndoInvoice, byCard } = paymentAdminTexts;
    const sentences = invoice.paidBy === 'payfast' ? [byCard, askUndoInvoice] : [askUndoInvoice];
    undoing.ask({
      id: invoice.id,
      title: 'Undo payment',
      body: <Question invoice={invoice} sentences={sentences} />,
      confirm: 'Undo payment',
    });
  }

  const dialogs = (
    <>
      {voiding.dialog}
      {undoing.dialog}
    </>
  );
  return { askAndVoid, askAndUndo, dialogs };
}

function Question({ invoice, sentences }: { invoice: Invoice; sentences: readonly string[] }) {
  const { invoiceNumber, userFirstName, userLastName, amount } = invoice;
  return (
    <>
      <DefinitionList
        facts={[
          { label: 'Invoice number', value: invoiceNumber },
          { label: 'Payer', value: `${userFirstName} ${userLastName}` },
          { label: 'Amount', value: formatRand(amount) },
        ]}
      />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
