import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { dayOf, isDay } from '#contract/days.ts';
import { paymentTexts } from '#contract/payments.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';

export interface PaymentQuestion {
  question: string;
  facts: readonly Fact[];
}

interface Props extends PaymentQuestion {
  onClose: () => void;
  /** Told the day when it is not today. */
  onConfirm: (paidOn: string | undefined) => void;
}

/** The question before a payment is recorded, and on which day the money came. */
export function PaymentDialog({ question, facts, onClose, onConfirm }: Props) {
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
