import { PageTitle } from '#web/ui/page-title.tsx';
import { useLocation, useParams } from '#web/app/router/use-router.ts';
import { arrivalOf } from '#web/session/return-path.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-form.module.css';
import { useFirstPassword } from './use-first-password.ts';

/** For `/` and `/login/:userId?`; whoever is signed in never sees it: see SignInGate. */
export function SignInPage() {
  const { signedOut = false } = arrivalOf(useLocation().state);
  const { userId } = useParams();
  const { checking, refusal } = useFirstPassword(userId);
  return (
    <>
      <PageTitle>Sign In</PageTitle>
      <p role="status" className={styles.refusal}>
        {refusal}
      </p>
      <div className={styles.place}>
        {/* It has its room already, so that nothing moves when it comes. */}
        <div className={checking ? styles.later : undefined}>
          <SignInForm signedOut={signedOut} />
        </div>
        {checking && <Spinner />}
      </div>
    </>
  );
}
