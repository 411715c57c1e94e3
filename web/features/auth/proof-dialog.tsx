import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { proofForm, proofTexts as texts, prove } from '#contract/auth/proof.ts';
import { signInTexts } from '#contract/auth/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface Props {
  /** True once the server has accepted the password, false if the user cancels. */
  onAnswer: (isProved: boolean) => void;
}

/** Asks for the own password, and the code of two-step sign-in, before what harms if somebody else does it. */
export function ProofDialog({ onAnswer }: Props) {
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
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(submit, errors.onInvalid)}
      onClose={() => onAnswer(false)}
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
    </FormDialog>
  );
}
