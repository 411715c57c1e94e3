import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import type {
  paymentDetails,
  PaymentDetails,
  PaymentMethod,
} from '#contract/payments/payment-details.ts';
import { useCall } from '#web/api/use-call.ts';
import layout from '#web/forms/form-layout.module.css';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PaymentFields, usePaymentFields } from './payment-fields.tsx';

type Processing = EndpointShape & {
  params: typeof idParams;
  body: typeof paymentDetails;
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

  async function record(id: string, body: PaymentDetails) {
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
}

interface Props extends PaymentQuestion {
  onClose: () => void;
  onConfirm: (details: PaymentDetails) => void;
}

/** Confirms a payment and asks for its day, its method and its reference. */
function PaymentDialog({ question, facts, chosen, onClose, onConfirm }: Props) {
  const formId = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const { form, read, fields } = usePaymentFields(chosen);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const details = read();
    if (details !== null) onConfirm(details);
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
        <PaymentFields {...fields} />
      </form>
    </Dialog>
  );
}
