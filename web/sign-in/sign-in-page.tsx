import { useLocation } from 'react-router';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { arrivalOf } from '#web/session/place.ts';
import { SignInForm } from './sign-in-form.tsx';

/** For `/` and `/login/:userId?`; whoever is signed in never sees it: see SignInGate. */
export function SignInPage() {
  const { signedOut = false } = arrivalOf(useLocation().state);
  return (
    <>
      <PageTitle>Sign In</PageTitle>
      <SignInForm signedOut={signedOut} />
    </>
  );
}
