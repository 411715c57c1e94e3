import { type Invoice, invoiceTexts, processInvoicePayment } from '#contract/invoices.ts';
import { formatRand } from '#contract/money.ts';
import { useProcessPayment } from '#web/features/payments/use-process-payment.tsx';
import type { Deed } from './action-callbacks.ts';

/** Asks, with the day on which the money came, and records the payment. */
export function useProcessInvoice(deed: Deed) {
  const { busy, ask, dialog } = useProcessPayment(processInvoicePayment, {
    texts: invoiceTexts,
    ...deed,
  });
  function askAndProcess({ id, userFirstName, userLastName, amount, invoiceNumber }: Invoice) {
    ask({
      id,
      question: invoiceTexts.askProcess,
      facts: [
        { label: 'Payer', value: `${userFirstName} ${userLastName}` },
        { label: 'Amount', value: formatRand(amount) },
        { label: 'Invoice number', value: invoiceNumber },
      ],
    });
  }
  return { busy, askAndProcess, dialog };
}
