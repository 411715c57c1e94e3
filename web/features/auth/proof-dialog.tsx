import { useEffect, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { proofForm, proofTexts as texts, prove } from '#contract/auth/proof.ts';
import { signInTexts } from '#contract/auth/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './passwords.module.css';

interface Props {
  /** True once the server has accepted the password, false if the user cancels. */
  onAnswer: (isProved: boolean) => void;
}

/** Asks for the own password, and the code of two-step sign-in, before what harms if somebody else does it. */
export function ProofDialog({ onAnswer }: Props) {
  const formId = useId();
  const form = useCheckedForm(proofForm, { defaultValues: { password: '', code: '' } });
  const errors = useErrorFocus(form);
  const { busy, send } = useCall(prove);
  const [asksCode, setAsksCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { errors: wrong } = form.formState;

  const { setFocus } = form;
  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);

  async function submit({ password, code }: z.output<typeof proofForm>) {
    setProblem(null);
    const outcome = await send({ body: asksCode ? { password, code } : { password } });
    if (outcome.ok) return onAnswer(true);
    if (outcome.error === null) return;
    const isFirstCode = !asksCode && outcome.error.errors.some(({ field }) => field === 'code');
    if (isFirstCode) setAsksCode(true);
    else setProblem(problemIn(outcome.error, errors));
  }

  return (
    <Dialog
      title={texts.title}
      onClose={() => busy || onAnswer(false)}
      actions={
        <>
          <Button off={busy} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit(submit, errors.onInvalid)}
      >
        <p>{texts.hint}</p>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={wrong.password?.message}
          {...form.register('password')}
        />
        {asksCode && (
          <TextField
            label={texts.code}
            hint={signInTexts.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={wrong.code?.message}
            {...form.register('code')}
          />
        )}
        <FormProblem message={problem} />
      </form>
    </Dialog>
  );
}
