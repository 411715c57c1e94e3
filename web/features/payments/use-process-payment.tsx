import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { dayOf, isDay } from '#contract/days.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import { type paymentDay, paymentTexts } from '#contract/payments/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';

type Processing = EndpointShape & {
  params: typeof idParams;
  body: typeof paymentDay;
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

  async function record(id: string, paidOn: string | undefined) {
    setQuestion(null);
    onRefused(null);
    const body = paidOn === undefined ? {} : { body: { paidOn } };
    const answer = await send({ params: { id }, ...body });
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
      onConfirm={(paidOn) => void record(question.id, paidOn)}
    />
  );
  return { busy, ask: setQuestion, dialog };
}

interface PaymentQuestion {
  question: string;
  facts: readonly Fact[];
}

interface Props extends PaymentQuestion {
  onClose: () => void;
  /** The payment day, if not today. */
  onConfirm: (paidOn: string | undefined) => void;
}

/** Confirms a payment and asks for its day. */
function PaymentDialog({ question, facts, onClose, onConfirm }: Props) {
  const formId = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [today] = useState(() => dayOf(new Date()));
  const [wrong, setWrong] = useState<string>();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const day = field.current?.value ?? '';
    const problem = problemOf(day, today);
    setWrong(problem);
    if (problem === undefined) onConfirm(day === today ? undefined : day);
    else field.current?.focus();
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
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          type="date"
          label="Payment date"
          hint="The day on which the money came."
          defaultValue={today}
          max={today}
          error={wrong}
          onChange={() => setWrong(undefined)}
        />
      </form>
    </Dialog>
  );
}

function problemOf(day: string, today: string): string | undefined {
  if (!isDay(day)) return 'Please enter a valid date.';
  return day > today ? paymentTexts.paidInFuture : undefined;
}
