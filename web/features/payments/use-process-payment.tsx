import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import type { InvoicePayment, invoicePayment } from '#contract/payments/part-payment.ts';
import type { paymentDetails, PaymentMethod } from '#contract/payments/payment-details.ts';
import { useCall } from '#web/api/use-call.ts';
import layout from '#web/forms/form-layout.module.css';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { partInWords } from './part-in-words.ts';
import { PaymentFields, usePaymentFields } from './payment-fields.tsx';
import { useAmount } from './use-amount.ts';

type Processing = EndpointShape & {
  params: typeof idParams;
  body: typeof paymentDetails | typeof invoicePayment;
  bodyOptional: true;
};

interface OpenQuestion extends PaymentQuestion {
  id: string;
}

interface Outcome {
  texts: { processed: string; processFailed: string };
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called when done, or refused because of someone else's change: reload the record. */
  onDone: (id: string) => Promise<unknown>;
}

/** `ask` opens the dialog; confirming records the payment. Render `dialog`. */
export function useProcessPayment(endpoint: Processing, outcome: Outcome) {
  const { texts, onRefused, onDone } = outcome;
  const notify = useNotify();
  const { send, busy } = useCall(endpoint);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);

  async function record(id: string, body: InvoicePayment) {
    setQuestion(null);
    onRefused(null);
    const answer = await send({ params: { id }, body });
    if (answer.ok) {
      notify.success(texts.processed);
    } else if (answer.error && answer.error.status !== 401) {
      notify.failure(texts.processFailed);
      onRefused(answer.error.message);
    }
    await onDone(id);
  }

  const dialog = question && (
    <PaymentDialog
      {...question}
      onClose={() => setQuestion(null)}
      onConfirm={(details) => void record(question.id, details)}
    />
  );
  return { busy, ask: setQuestion, dialog };
}

interface PaymentQuestion {
  question: string;
  facts: readonly Fact[];
  /** The chosen payment type. */
  chosen: PaymentMethod;
  /** The amount to pay, if a part of it can be recorded. */
  balance?: number;
}

interface Props extends PaymentQuestion {
  onClose: () => void;
  onConfirm: (details: InvoicePayment) => void;
}

/** Confirms a payment and asks for its day, its method and its reference. */
function PaymentDialog({ question, facts, chosen, balance, onClose, onConfirm }: Props) {
  const formId = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const { form, read, fields } = usePaymentFields(chosen);
  const amount = useAmount(balance);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const rand = amount.read();
    if (rand === null) {
      const input = form.current?.elements.namedItem('amount');
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    const details = read();
    if (details !== null) onConfirm({ ...details, ...rand });
  }

  return (
    <Dialog
      role="alertdialog"
      title="Process Payment"
      startAt={safe}
      onClose={onClose}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            No, cancel
          </Button>
          <Button type="submit" form={formId} kind="primary">
            Process Payment
          </Button>
        </>
      }
    >
      <p>{question}</p>
      <DefinitionList facts={facts} />
      <form id={formId} ref={form} noValidate onSubmit={submit} className={layout.form}>
        {balance !== undefined && (
          <AmountField
            name="amount"
            label="Amount"
            value={amount.value}
            error={amount.error}
            onChange={(event) => amount.change(event.currentTarget.value)}
          />
        )}
        <PaymentFields {...fields} />
      </form>
      <p role="status">{balance !== undefined && partInWords(amount.rand, balance)}</p>
    </Dialog>
  );
}
