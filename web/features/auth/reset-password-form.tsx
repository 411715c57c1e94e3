import { useState } from 'react';
import { resetPassword, resetPasswordTexts } from '#contract/auth.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { currentToken } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { resetFailure } from './failures.ts';
import { newPasswordForm } from './new-password-form.ts';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import styles from './passwords.module.css';

interface Props {
  link: { token: string; email: string };
  onReset: () => void;
}

export function ResetPasswordForm({ link, onReset }: Props) {
  const form = useCheckedForm(newPasswordForm, {
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { onInvalid } = useErrorFocus(form);
  const { busy, error, send, clearError } = useCall(resetPassword);
  const { errors } = form.formState;
  const [wasLost, setLost] = useState(false);

  function forgetErrors() {
    form.clearErrors();
    clearError();
  }

  async function save({ newPassword }: { newPassword: string }) {
    const outcome = await send({ body: { ...link, newPassword } });
    if (outcome.ok) {
      // The server has ended the sessions of this sign-in: a token kept here would only be refused.
      if (currentToken() !== null) void signOut();
      onReset();
    } else if (outcome.error !== null) {
      if (outcome.error.status === 0) setLost(true);
      form.setFocus('newPassword');
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.handleSubmit(save, onInvalid)}>
      <p className={styles.muted}>
        For <strong className={styles.email}>{link.email}</strong>
      </p>
      {/* Tells a password manager whose password this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={link.email}
        readOnly
        hidden
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', { onChange: forgetErrors })}
      />
      <PasswordChecklist text={form.watch('newPassword')} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <FormProblem message={error && resetFailure(error)} />
      {wasLost && error?.status === 400 && (
        <p role="alert">
          {resetPasswordTexts.maybeDone}{' '}
          <Link to={paths.login()}>{resetPasswordTexts.toLogin}</Link>
        </p>
      )}
      <Button type="submit" kind="primary" wide busy={busy}>
        Reset password
      </Button>
    </form>
  );
}
