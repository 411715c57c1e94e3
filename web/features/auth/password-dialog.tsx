import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { twoStepTexts as texts } from '#contract/auth/two-step.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

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
export function PasswordDialog({ title, submit, kind, children, busy, send, onClose }: Props) {
  const form = useCheckedForm(passwordForm, { defaultValues: { password: '' } });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(body: { password: string }) {
    setProblem(null);
    const error = await send(body);
    if (error !== null) setProblem(problemIn(error, errors));
  }

  return (
    <FormDialog
      title={title}
      submit={submit}
      kind={kind}
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(save, errors.onInvalid)}
      onClose={onClose}
    >
      {children}
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </FormDialog>
  );
}
