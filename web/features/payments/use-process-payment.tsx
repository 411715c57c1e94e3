import { type SyntheticEvent, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import type { InvoicePayment, invoicePayment } from '#contract/payments/part-payment.ts';
import type { paymentDetails, PaymentMethod } from '#contract/payments/payment-details.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { partInWords } from './part-in-words.ts';
import { isPaymentField, PaymentFields, usePaymentFields } from './payment-fields.tsx';
import { useAmount } from './use-amount.ts';

type Processing = EndpointShape & {
  params: typeof idParams;
  body: typeof paymentDetails | typeof invoicePayment;
  bodyOptional: true;
};

interface OpenQuestion extends PaymentQuestion {
  id: string;
}

interface Options {
  texts: { processed: string; processFailed: string };
  /** What the dialog asks; null if nothing is to pay any more. */
  question: () => OpenQuestion | null;
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called when done, or refused because of someone else's change: reload the record. */
  onDone: (id: string) => Promise<unknown>;
}

/** `ask` opens the dialog until the payment is recorded or it is cancelled. Render `dialog`. */
export function useProcessPayment(
  endpoint: Processing,
  { texts, question, onRefused, onDone }: Options,
) {
  const notify = useNotify();
  const { send } = useCall(endpoint);
  const { busy, run } = useOneAtATime();
  // A repeat after a lost reply sends the balance as it was, so that it cannot pay a second time.
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const [isStale, setStale] = useState(false);
  const current = asked && question();
  if (asked !== null && current === null) setAsked(null);
  const shown = isStale ? current : asked;

  function open(now: OpenQuestion | null) {
    setAsked(now);
    setStale(false);
  }

  /** Returns the refusal, or null when done. */
  async function record(of: OpenQuestion, body: InvoicePayment): Promise<ApiError | null> {
    open(of);
    onRefused(null);
    const answer = await send({ params: { id: of.id }, body });
    if (answer.ok) {
      open(null);
      notify.success(texts.processed);
    } else if (answer.error && isOfField(answer.error)) {
      return answer.error;
    } else if (answer.error && answer.error.status !== 401) {
      notify.failure(texts.processFailed);
      // Also on the page: if the record is paid by now, the dialog closes.
      onRefused(answer.error.message);
      setStale(answer.error.status === 409);
    }
    await onDone(of.id);
    return answer.ok ? null : answer.error;
  }

  const dialog = shown && (
    <PaymentDialog
      {...shown}
      busy={busy}
      onClose={() => open(null)}
      onConfirm={async (details) => (await run(() => record(shown, details))) ?? null}
    />
  );
  return { busy, ask: () => open(question()), dialog };
}

function isOfField({ errors }: ApiError): boolean {
  return errors.some(({ field }) => isPaymentField(field));
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
  busy: boolean;
  onClose: () => void;
  /** Returns the refusal, or null when done. A refusal keeps what was typed. */
  onConfirm: (details: InvoicePayment) => Promise<ApiError | null>;
}

/** Confirms a payment and asks for its day, its method and its reference. */
function PaymentDialog({ question, facts, chosen, balance, busy, onClose, onConfirm }: Props) {
  const { form, read, refuse, fields } = usePaymentFields(chosen);
  const amount = useAmount(balance);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setProblem(null);
    const rand = amount.read();
    if (rand === null) {
      const input = form.current?.elements.namedItem('amount');
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    const details = read();
    if (details !== null) show(await onConfirm({ ...details, ...rand }));
  }

  /** At its field, else above the buttons. */
  function show(refusal: ApiError | null) {
    const wrong = refusal?.errors.find(({ field }) => isPaymentField(field));
    if (wrong && isPaymentField(wrong.field)) refuse(wrong.field, wrong.message);
    else setProblem(refusal?.message ?? null);
  }

  return (
    <FormDialog
      role="alertdialog"
      title="Process Payment"
      submit="Process Payment"
      cancel="No, cancel"
      startAt="cancel"
      busy={busy}
      problem={problem}
      formRef={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{question}</p>
      <DefinitionList facts={facts} />
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
      <p role="status">{balance !== undefined && partInWords(amount.rand, balance)}</p>
    </FormDialog>
  );
}
