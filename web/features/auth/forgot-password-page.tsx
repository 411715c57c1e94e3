import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  forgotPassword,
  forgotPasswordForm,
  forgotPasswordTexts,
} from '#contract/auth/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/use-call.ts';
import { useLacksMailServer, usePublicSettings } from '#web/api/use-public-settings.ts';
import { Contacts } from '#web/ui/contacts.tsx';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { forgotFailure } from './failures.ts';
import { FormSuccess } from './form-success.tsx';
import styles from './passwords.module.css';

export function ForgotPasswordPage() {
  return (
    <>
      <PageTitle>Forgot Password</PageTitle>
      <ForgotPasswordForm />
      <p className={styles.after}>
        <Link to={paths.login()}>{forgotPasswordTexts.toLogin}</Link>
      </p>
    </>
  );
}

/** The button is disabled this long, so that nobody requests five links. */
const restMs = 30_000;

function ForgotPasswordForm() {
  const form = useCheckedForm(forgotPasswordForm, { defaultValues: { email: '' } });
  const { onInvalid } = useErrorFocus(form);
  const { busy, error, send, clearError } = useCall(forgotPassword);
  const [sent, setSent] = useState(false);
  const [resting, rest] = useRest(restMs);
  const texts = forgotPasswordTexts;
  const before = sent ? texts.resting : texts.intro;
  const site = usePublicSettings();
  const isMailKept = useLacksMailServer();

  async function ask(body: BodyOf<typeof forgotPassword>) {
    setSent(false);
    const outcome = await send({ body });
    if (outcome.ok) {
      setSent(true);
      rest();
    } else if (outcome.error !== null) form.setFocus('email');
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.handleSubmit(ask, (errors) => {
        setSent(false);
        clearError();
        onInvalid(errors);
      })}
    >
      <FormSuccess message={sent ? texts.success : null} />
      <p className={styles.muted}>{isMailKept ? texts.mailKept : before}</p>
      {isMailKept && <Contacts email={site?.email} phone={site?.phone} />}
      <EmailField
        label="Email"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <FormProblem message={error && forgotFailure(error)} />
      <Button type="submit" kind="primary" wide busy={busy} off={resting}>
        {forgotPasswordTexts.submit}
      </Button>
    </form>
  );
}

/** True for some time after `start`. */
function useRest(ms: number): [resting: boolean, rest: () => void] {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [resting, ms]);
  return [resting, () => setResting(true)];
}
