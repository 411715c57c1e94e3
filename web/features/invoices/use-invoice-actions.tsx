import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import { keptHere } from '#contract/communication/kept-mail.ts';
import { missingForEftTexts } from '#contract/company-info/missing-for-eft.ts';
import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import {
  getInvoicePdf,
  type Invoice,
  invoiceTexts,
  isOpen,
  processInvoicePayment,
  resendInvoiceEmail,
} from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import {
  BankDetailsWarning,
  missingOnInvoice,
} from '#web/features/payments/bank-details-warning.tsx';
import { useProcessPayment } from '#web/features/payments/use-process-payment.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { openTab } from '#web/ui/open-tab.ts';

/** Callbacks of the invoice actions, in a row of the list and on the invoice's page. */
export interface ActionCallbacks {
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called when done, or refused because of someone else's change: reload the invoice. */
  onDone: (id: string) => Promise<unknown>;
}

/** Emails the invoice: the first time, or the same document again. */
export function useSendInvoice({ onRefused, onDone }: ActionCallbacks) {
  const confirm = useConfirm();
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const reading = useCall(getInvoiceBankDetails);
  const { send, busy } = useCall(resendInvoiceEmail);

  async function askAndSend(invoice: Invoice) {
    const words = invoice.sentUtc === null ? firstTime : again;
    onRefused(null);
    const missing = await findMissing(invoice);
    const leaving = new AbortController();
    const question = {
      title: words.title,
      body: (
        <Question
          invoice={invoice}
          text={words.ask}
          missing={missing}
          onLeave={() => leaving.abort()}
        />
      ),
      confirm: words.confirm,
      cancel: 'No, cancel',
    };
    if (!(await confirm(question, leaving.signal))) return;
    const outcome = await send({ params: { id: invoice.id } });
    if (outcome.ok) {
      notify.success(isMailKept ? `The email is ${keptHere}` : words.done);
    } else if (outcome.error && outcome.error.status !== 401) {
      notify.failure(words.failed);
      onRefused(outcome.error.message);
    }
    await onDone(invoice.id);
  }

  /** What a payer by EFT would miss. Without an answer there is no warning; sending reports the trouble. */
  async function findMissing({ id, paymentType, state }: Invoice) {
    if (paymentType !== 'EFT' || !isOpen(state)) return null;
    const lines = await reading.send({ params: { id } });
    return lines.ok ? missingOnInvoice(lines.data) : null;
  }

  return { busy: busy || reading.busy, askAndSend };
}

const firstTime = {
  title: 'Send invoice',
  ask: invoiceAdminTexts.askSend,
  confirm: 'Send',
  done: invoiceAdminTexts.sent,
  failed: invoiceAdminTexts.sendFailed,
};

const again = {
  title: 'Send invoice again',
  ask: invoiceTexts.askResend,
  confirm: 'Send again',
  done: invoiceTexts.resent,
  failed: invoiceTexts.resendFailed,
};

interface QuestionProps {
  invoice: Invoice;
  text: string;
  missing: string | null;
  onLeave: () => void;
}

function Question({ invoice, text, missing, onLeave }: QuestionProps) {
  return (
    <>
      <p>{text}</p>
      {missing !== null && (
        <BankDetailsWarning
          sentence={missing}
          next={missingForEftTexts.invoiceKeeps}
          onLeave={onLeave}
        />
      )}
      <DefinitionList
        facts={[
          { label: 'To', value: invoice.userEmail },
          { label: 'Invoice number', value: invoice.invoiceNumber },
        ]}
      />
    </>
  );
}

/** Asks for the payment day, then records the payment. */
export function useProcessInvoice(invoice: Invoice, callbacks: ActionCallbacks) {
  return useProcessPayment(processInvoicePayment, {
    texts: invoiceTexts,
    question: () => (isOpen(invoice.state) ? paymentQuestion(invoice) : null),
    ...callbacks,
  });
}

function paymentQuestion(invoice: Invoice) {
  const { id, userFirstName, userLastName, amount, balance, invoiceNumber, paymentType } = invoice;
  return {
    id,
    question: invoiceTexts.askProcess,
    chosen: paymentType,
    balance,
    facts: [
      { label: 'Payer', value: `${userFirstName} ${userLastName}` },
      { label: 'Invoice', value: `${invoiceNumber}, ${formatRand(amount)}` },
      ...(balance < amount ? [{ label: 'Still to pay', value: formatRand(balance) }] : []),
    ],
  };
}

/** Opens the PDF. A link could not send the token. product-rules 1.24. */
export function useInvoicePdf({ onRefused }: Pick<ActionCallbacks, 'onRefused'>) {
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
