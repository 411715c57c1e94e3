import { type SyntheticEvent, useRef } from 'react';
import { communicationTexts, unsubscribe } from '#contract/communication.ts';
import { unsubscribingTexts } from '#contract/unsubscribing.ts';
import { type ApiError, textFor } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import styles from './unsubscribe.module.css';

interface Props {
  token: string;
  onDone: () => void;
}

export function UnsubscribeForm({ token, onDone }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { send, busy, error } = useCall(unsubscribe);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const outcome = await send({ body: { token, reason: reason.current?.value ?? '' } });
    if (outcome.ok) onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles.outcome}>
      <div className={styles.words}>
        <p>{unsubscribingTexts.intro}</p>
        <p className={styles.muted}>{unsubscribingTexts.stillSent}</p>
      </div>
      <TextareaField
        ref={reason}
        label={unsubscribingTexts.reason}
        hint={unsubscribingTexts.reasonHint}
        name="reason"
        optional
        maxLength={500}
      />
      <FormProblem message={error && problemIn(error)} />
      <Button type="submit" kind="primary" wide busy={busy}>
        {communicationTexts.unsubscribe}
      </Button>
    </form>
  );
}

const sentences = {
  failed: communicationTexts.unsubscribeFailed,
  error: communicationTexts.unsubscribeError,
};

/** The specification's sentence, and the server's when it says what to do. */
function problemIn(error: ApiError): string {
  const told = textFor(error, sentences);
  return error.status === 400 ? `${told} ${error.message}` : told;
}
