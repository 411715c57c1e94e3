import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from './router/use-router.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { forgetPlace, placeAfterSignIn, rememberedPlace } from '#web/session/return-path.ts';
import { useSession } from '#web/session/use-session.ts';

/** Around the sign-in page: whoever is signed in, or has just done so, goes on. Specification §4. */
export function SignInGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const place = session && placeAfterSignIn(session.roles, rememberedPlace(location.state));
  return place === null ? children : <GoOn to={place} />;
}

function GoOn({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    forgetPlace();
    void navigate(to, { replace: true });
  }, [navigate, to]);
  // Until the next page's code is here.
  return <Spinner />;
}
