import { type SyntheticEvent, useState } from 'react';
import { sendTestBulkEmail } from '#contract/bulk-preview.ts';
import { previewWords } from '#contract/preview-words.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import type { TypedBulkEmail } from './bulk-email-values.ts';
import styles from './preview.module.css';

interface Props {
  draft: () => TypedBulkEmail & { find: string; index: number };
}

/** The same email in one's own inbox, marked as a test. */
export function TestSend({ draft }: Props) {
  const { send, busy, error } = useCall(sendTestBulkEmail);
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState('');

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setTold('');
    const addresses = typed.split(/[\s,;]+/).filter((address) => address !== '');
    const outcome = await send({ body: { ...draft(), addresses } });
    if (outcome.ok) setTold(previewWords.testSent(outcome.data.sentTo));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
      <TextField
        label={previewWords.testTo}
        hint={previewWords.testHint}
        optional
        inputMode="email"
        autoComplete="off"
        maxLength={1500}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy}>
        {previewWords.test}
      </Button>
      <output className={styles.who}>{told}</output>
      <FormProblem message={error?.message ?? null} />
    </form>
  );
}
