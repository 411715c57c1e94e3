import { invoiceAdminTexts } from '#contract/invoice-admin.ts';
import { type Invoice, invoiceTexts, resendInvoiceEmail } from '#contract/invoices.ts';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import type { Deed } from './action-callbacks.ts';

/** Mails the invoice: the first time, or the same document again. */
export function useSendInvoice({ onRefused, onDone }: Deed) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(resendInvoiceEmail);

  async function askAndSend(invoice: Invoice) {
    const words = invoice.sentUtc === null ? firstTime : again;
    const sure = await confirm({
      title: words.title,
      body: <Question invoice={invoice} text={words.ask} />,
      confirm: words.confirm,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    onRefused(null);
    const outcome = await send({ params: { id: invoice.id } });
    if (outcome.ok) {
      notify.success(words.done);
    } else if (outcome.error && outcome.error.status !== 401) {
      notify.failure(words.failed);
      onRefused(outcome.error.message);
    }
    await onDone(invoice.id);
  }

  return { busy, askAndSend };
}

const firstTime = {
  title: 'Send invoice',
  ask: invoiceAdminTexts.askSend,
  confirm: 'Send now',
  done: invoiceAdminTexts.sent,
  failed: invoiceAdminTexts.sendFailed,
};
const again = {
  title: 'Resend invoice',
  ask: invoiceTexts.askResend,
  confirm: 'Resend',
  done: invoiceTexts.resent,
  failed: invoiceTexts.resendFailed,
};

function Question({ invoice, text }: { invoice: Invoice; text: string }) {
  return (
    <>
      <p>{text}</p>
      <DefinitionList
        facts={[
          { label: 'To', value: invoice.userEmail },
          { label: 'Invoice number', value: invoice.invoiceNumber },
        ]}
      />
    </>
  );
}
