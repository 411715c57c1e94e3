import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  forgotPasswordTexts,
  resetPassword,
  resetPasswordTexts,
} from '#contract/auth/endpoints.ts';
import { resetRedirectMs } from '#contract/limits.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { currentToken } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { resetFailure } from './failures.ts';
import { isFirstPassword } from './first-password.ts';
import { FormSuccess } from './form-success.tsx';
import { newPasswordForm } from './new-password-form.ts';
import styles from './passwords.module.css';

export function ResetPasswordPage() {
  const query = useSearchParams();
  const [isReset, setReset] = useState(false);
  const isFirst = isFirstPassword(useLocation().state);
  const token = query.get('token') ?? '';
  const email = query.get('email') ?? '';
  if (token === '' || email === '') return <IncompleteLink />;
  return (
    <>
      <PageTitle>Reset Password</PageTitle>
      <FormSuccess message={isReset ? resetPasswordTexts.success : null} />
      {isReset ? (
        <GoToLogin email={email} />
      ) : (
        <>
          {isFirst && <p>{resetPasswordTexts.chooseFirst}</p>}
          <ResetPasswordForm link={{ token, email }} onReset={() => setReset(true)} />
        </>
      )}
    </>
  );
}

interface Props {
  link: { token: string; email: string };
  onReset: () => void;
}

function ResetPasswordForm({ link, onReset }: Props) {
  const form = useCheckedForm(newPasswordForm, {
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const fieldErrors = useErrorFocus(form);
  const { busy, error, send, clearError } = useCall(resetPassword);
  const { errors } = form.formState;
  const [wasLost, setLost] = useState(false);
  const [isPlaced, setPlaced] = useState(false);

  const isRefused = error?.status === 400 && !isPlaced;
  const isLinkOver = isRefused && !wasLost;

  function forgetErrors() {
    form.clearErrors();
    clearError();
  }

  async function save({ newPassword }: { newPassword: string }) {
    const outcome = await send({ body: { ...link, newPassword } });
    if (outcome.ok) {
      // The server has ended this user's sessions, so a stored token is no longer valid.
      if (currentToken() !== null) void signOut();
      onReset();
    } else if (outcome.error !== null) {
      if (outcome.error.status === 0) setLost(true);
      form.setFocus('newPassword');
      setPlaced(problemIn(outcome.error, fieldErrors) === null);
    }
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.handleSubmit(save, fieldErrors.onInvalid)}
    >
      <p className={styles.muted}>
        For <strong className={styles.email}>{link.email}</strong>
      </p>
      {/* For password managers. */}
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
      <FormProblem message={error && !isPlaced ? resetFailure(error, isLinkOver) : null} />
      {isRefused && wasLost && (
        <p role="alert">
          {resetPasswordTexts.maybeDone}{' '}
          <Link to={paths.login()}>{resetPasswordTexts.toLogin}</Link>
        </p>
      )}
      {isLinkOver ? (
        <ButtonLink kind="primary" wide to={paths.forgotPassword()}>
          {resetPasswordTexts.askForLink}
        </ButtonLink>
      ) : (
        <>
          <Button type="submit" kind="primary" wide busy={busy}>
            Reset password
          </Button>
          <p className={styles.after}>
            <Link to={paths.forgotPassword()}>{resetPasswordTexts.askForLink}</Link>
          </p>
        </>
      )}
    </form>
  );
}

/** Continues after a few seconds, or at once when pressed. product-rules 14.14. */
function GoToLogin({ email }: { email: string }) {
  const navigate = useNavigate();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The focused button has been removed.
    link.current?.focus();
    const timer = setTimeout(
      () => void navigate(paths.login(), { replace: true, state: { email } }),
      resetRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [navigate, email]);
  return (
    <div className={styles.onward}>
      <ButtonLink ref={link} kind="primary" wide replace to={paths.login()} state={{ email }}>
        {resetPasswordTexts.toLogin}
      </ButtonLink>
    </div>
  );
}

/** Shown if the address has no token or email: mail programs may cut long links. */
function IncompleteLink() {
  return (
    <>
      <PageTitle>Reset Password</PageTitle>
      <div className={styles.form}>
        <FormProblem message={resetPasswordTexts.incomplete} />
        <ButtonLink kind="primary" wide to={paths.forgotPassword()}>
          {resetPasswordTexts.askForLink}
        </ButtonLink>
      </div>
      <p className={styles.after}>
        <Link to={paths.login()}>{forgotPasswordTexts.toLogin}</Link>
      </p>
    </>
  );
}
