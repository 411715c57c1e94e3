import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { twoStepTexts as texts } from '#contract/auth/two-step.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import styles from './passwords.module.css';

const passwordForm = z.object({
  password: z.string().check(z.minLength(1, texts.passwordRequired)),
});

interface Props {
  title: string;
  submit: string;
  kind?: 'primary' | 'danger';
  /** What happens then. */
  children: ReactNode;
  busy: boolean;
  /** Answers the error, or `null` after a success. */
  send: (body: { password: string }) => Promise<ApiError | null>;
  onClose: () => void;
}

/** Asks for the own password before what harms if somebody else does it. */
export function PasswordDialog({
  title,
  submit,
  kind = 'primary',
  children,
  busy,
  send,
  onClose,
}: Props) {
  const formId = useId();
  const form = useCheckedForm(passwordForm, { defaultValues: { password: '' } });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(body: { password: string }) {
    setProblem(null);
    const error = await send(body);
    if (error !== null) setProblem(problemIn(error, errors));
  }

  return (
    <Dialog
      title={title}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button off={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind={kind} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit(save, errors.onInvalid)}
      >
        {children}
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
        <FormProblem message={problem} />
      </form>
    </Dialog>
  );
}
