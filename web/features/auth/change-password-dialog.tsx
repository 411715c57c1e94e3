import { useState } from 'react';
import * as z from 'zod/mini';
import { changePassword, changePasswordTexts } from '#contract/auth/change-password.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { newPasswordCheck, newPasswordFields } from './new-password-form.ts';

const changeForm = z
  .object({
    currentPassword: z.string().check(z.minLength(1, changePasswordTexts.required)),
    ...newPasswordFields,
  })
  .check(newPasswordCheck);

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** In the user menu: the own password. product-rules 4.18. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const form = useCheckedForm(changeForm, { defaultValues: empty });
  const errors = useErrorFocus(form);
  const { busy, send } = useCall(changePassword);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasLost, setLost] = useState(false);
  const { errors: wrong } = form.formState;

  async function save({ currentPassword, newPassword }: z.output<typeof changeForm>) {
    setProblem(null);
    const outcome = await send({ body: { currentPassword, newPassword } });
    if (outcome.ok) {
      notify.success(changePasswordTexts.done);
      onClose();
    } else if (outcome.error !== null) {
      const { status } = outcome.error;
      // A lost reply may have been a success. Then the current password is wrong now.
      const unplaced = problemIn(outcome.error, errors);
      setProblem(unplaced ?? (wasLost && status === 400 ? changePasswordTexts.maybeDone : null));
      if (status === 0) setLost(true);
    }
  }

  return (
    <FormDialog
      title={changePasswordTexts.title}
      submit={changePasswordTexts.submit}
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(save, errors.onInvalid)}
      onClose={onClose}
    >
      <PasswordField
        label={changePasswordTexts.current}
        autoComplete="current-password"
        error={wrong.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={wrong.newPassword?.message}
        {...form.register('newPassword')}
      />
      <PasswordChecklist text={form.watch('newPassword')} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={wrong.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
    </FormDialog>
  );
}
