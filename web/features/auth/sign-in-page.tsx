import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { idleMessage, otherAccountTexts } from '#contract/auth/session-end.ts';
import { login, signInForm, signInTexts } from '#contract/auth/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import {
  type Arrival,
  arrivalOf,
  pathAfterSignIn,
  returnPathOf,
} from '#web/session/return-path.ts';
import { type Session, startSession } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EftNotice } from './eft-notice.tsx';
import { forFirstPassword } from './first-password.ts';
import { OtherAccount } from './other-account.tsx';
import styles from './sign-in-page.module.css';
import { forgetEftDetails } from './stored-eft-details.ts';

/** For `/` and `/login/:userId?`. Signed-in users are redirected by SignInGate. */
export function SignInPage() {
  const session = useSession();
  const { userId } = useParams();
  const isForOther = userId !== undefined && session !== null && userId !== session.userId;
  return isForOther ? <OthersLink session={session} /> : <SignIn userId={userId} />;
}

/** The link of an invitation that was sent to somebody else than the signed-in user. */
function OthersLink({ session: { name, roles } }: { session: Session }) {
  const { state } = useLocation() as { state: unknown };
  return (
    <>
      <PageTitle>Sign In</PageTitle>
      <OtherAccount
        sentence={otherAccountTexts.invitation(name)}
        onLogOut={() => void signOut()}
        stayAt={pathAfterSignIn(roles, returnPathOf(state))}
      />
    </>
  );
}

function SignIn({ userId }: { userId: string | undefined }) {
  const arrival = arrivalOf(useLocation().state);
  const { checking, refusal } = useFirstPassword(userId);
  return (
    <>
      <PageTitle>Sign In</PageTitle>
      <p role="status" className={styles.refusal}>
        {refusal}
      </p>
      <EftNotice />
      <div className={styles.place}>
        {/* Rendered hidden while checking, so that nothing moves when it is shown. */}
        <div className={checking ? styles.later : undefined}>
          <SignInForm notice={noticeFor(arrival)} email={arrival.email ?? ''} />
        </div>
        {checking && <Spinner />}
      </div>
    </>
  );
}

/** Why the user is here instead of on the requested page. */
function noticeFor({ signedOut, isIdle, from }: Arrival): string | null {
  if (isIdle === true) return idleMessage;
  if (signedOut === true) return signInTexts.signedOut;
  return from === undefined ? null : signInTexts.signInFirst;
}

/** No real installation needs it. */
const demoPeople = codeLater(async () => (await import('./demo-people.tsx')).DemoPeople);

const noCredentials = { email: '', password: '', code: '' };

function SignInForm({ notice, email }: { notice: string | null; email: string }) {
  const form = useCheckedForm(signInForm, { defaultValues: { ...noCredentials, email } });
  const { onInvalid } = useErrorFocus(form);
  const { busy, error, send } = useCall(login);
  const [tried, setTried] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  // SignInGate redirects users who have a page to go to.
  const opensNothing = useSession() !== null;
  const { errors } = form.formState;
  const { demoPeople: people = [], demoPassword } = usePublicSettings() ?? {};

  const { setFocus } = form;
  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);

  function fillIn(address: string) {
    form.setValue('email', address);
    form.setValue('password', demoPassword ?? '');
    setFocus('password');
  }

  async function signIn({ code, ...body }: BodyOf<typeof login>) {
    setTried(true);
    const outcome = await send({ body: asksCode ? { ...body, code } : body });
    if (outcome.ok) {
      // My Profile shows what is to be paid.
      forgetEftDetails();
      startSession(outcome.data.token);
    } else if (outcome.error?.message === signInTexts.enterCode) {
      setAsksCode(true);
      // The effect does not run again while the field is shown.
      if (asksCode) setFocus('code');
    } else if (outcome.error !== null) setFocus(asksCode ? 'code' : 'password');
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.handleSubmit(signIn, onInvalid)}>
      {notice !== null && !tried && <Notice text={notice} />}
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
      {asksCode && (
        <TextField
          label={signInTexts.code}
          hint={signInTexts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <FormProblem message={opensNothing ? signInTexts.opensNothing : error?.message} />
      <Button type="submit" kind="primary" wide busy={busy}>
        {signInTexts.submit}
      </Button>
      {people.length > 0 && (
        <LoadLater code={demoPeople} failure={LoadFailure}>
          {(DemoPeople) => <DemoPeople people={people} onChoose={fillIn} />}
        </LoadLater>
      )}
      <p className={styles.links}>
        <Link to={paths.register()}>{signInTexts.toRegister}</Link>
        <Link to={paths.forgotPassword()}>{signInTexts.toForgotPassword}</Link>
      </p>
    </form>
  );
}

function Notice({ text }: { text: string }) {
  // The live region must exist before its text, or it is not announced.
  const [spoken, setSpoken] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.notice}>
      <Info aria-hidden size={20} />
      <p role="status">{spoken && text}</p>
    </div>
  );
}

interface FirstPassword {
  checking: boolean;
  /** Why the user cannot choose a first password here. */
  refusal: string | null;
}

/**
 * Users who open the link of an invitation and have no password yet choose one; the others sign
 * in. product-rules 14.4.
 */
function useFirstPassword(userId: string | undefined): FirstPassword {
  const navigate = useNavigate();
  const [checked, setChecked] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;

    async function check(id: string): Promise<void> {
      const hasPassword = await isSet(id, signal);
      if (signal.aborted) return;
      if (hasPassword) {
        setChecked(id);
        return;
      }
      try {
        const link = await call(requestResetToken, { body: { userId: id }, signal });
        await navigate(paths.resetPassword(link), { replace: true, state: forFirstPassword });
      } catch (error) {
        if (signal.aborted) return;
        setRefusal(asApiError(error).message);
        setChecked(id);
      }
    }

    void check(userId);
    return () => leaving.abort();
  }, [userId, navigate]);

  return { checking: userId !== undefined && checked !== userId, refusal };
}

/** If the check fails, the user may still sign in. */
async function isSet(userId: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await call(checkPassword, { query: { userId }, signal });
  } catch (error) {
    // oxlint-disable-next-line no-console -- only logged: product-rules 11.1
    if (!signal.aborted) console.error('The password-set check failed.', error);
    return true;
  }
}
