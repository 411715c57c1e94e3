import { type SyntheticEvent, useRef, useState } from 'react';
import {
  largestProof,
  proofTexts as texts,
  proofTypes,
  sendProof,
} from '#contract/proofs/endpoints.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import input from '#web/ui/fields/file-input.module.css';
import styles from './proof-page.module.css';
import { shrinkPicture } from './shrink-picture.ts';

interface Props {
  token: string;
  onSent: () => void;
}

/** The chosen file stays chosen until it has been sent. */
export function ProofForm({ token, onSent }: Props) {
  const element = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  const [isShrinking, setShrinking] = useState(false);
  const { send, busy, error, clearError } = useCall(sendProof);
  const ties = useFieldTies({ hint: texts.hint, error: wrong });

  function refuse(message: string) {
    setWrong(message);
    element.current?.focus();
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    clearError();
    const chosen = element.current?.files?.[0];
    if (chosen === undefined || chosen.size === 0) return refuse(texts.missing);
    setShrinking(true);
    const file = await shrinkPicture(chosen);
    setShrinking(false);
    if (file.size > largestProof) return refuse(texts.tooLarge);
    const outcome = await send({ body: { token }, file });
    if (outcome.ok) onSent();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles.words}>
      <Field id={ties.id} label={texts.file} hint={texts.hint} error={wrong}>
        <input
          {...ties}
          ref={element}
          type="file"
          accept={proofTypes}
          onChange={() => {
            setWrong('');
            clearError();
          }}
          className={input.input}
        />
      </Field>
      <FormProblem message={error && problemIn(error)} />
      <Button type="submit" kind="primary" wide busy={busy || isShrinking}>
        {texts.send}
      </Button>
    </form>
  );
}

/** Without an answer, the file may have arrived. Sent again, it counts once. */
function problemIn({ status, message }: ApiError): string {
  return status === 0 || status >= 500 ? texts.failed : message;
}
