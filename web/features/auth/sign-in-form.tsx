import { useState } from 'react';
import { login, signInForm, signInTexts } from '#contract/auth.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/app/router/link.tsx';
import { startSession } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import styles from './sign-in-form.module.css';
import { SignedOutNotice } from './signed-out-notice.tsx';

interface Props {
  /** The server ended the session that brought its reader here. */
  signedOut: boolean;
}

export function SignInForm({ signedOut }: Props) {
  const form = useCheckedForm(signInForm, { defaultValues: { email: '', password: '' } });
  const { onInvalid } = useErrorFocus(form);
  const { busy, error, send } = useCall(login);
  const [tried, setTried] = useState(false);
  // The gate sends on whoever has a page to go to.
  const opensNothing = useSession() !== null;
  const { errors } = form.formState;

  async function signIn(body: BodyOf<typeof login>) {
    setTried(true);
    const outcome = await send({ body });
    if (outcome.ok) startSession(outcome.data.token);
    else if (outcome.error !== null) form.setFocus('password');
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.handleSubmit(signIn, onInvalid)}>
      {signedOut && !tried && <SignedOutNotice />}
      <EmailField
        label="Email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FormProblem message={opensNothing ? signInTexts.opensNothing : error?.message} />
      <Button type="submit" kind="primary" wide busy={busy}>
        {signInTexts.submit}
      </Button>
      <p className={styles.links}>
        <Link to={paths.register()}>{signInTexts.toRegister}</Link>
        <Link to={paths.forgotPassword()}>{signInTexts.toForgotPassword}</Link>
      </p>
    </form>
  );
}
