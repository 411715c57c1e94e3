import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { forgetPlace, placeAfterSignIn, rememberedPlace } from './place.ts';
import { useSession } from './use-session.ts';

/** Around the sign-in page: whoever is signed in, or has just done so, goes on. Specification §4. */
export function SignInGate() {
  const session = useSession();
  const location = useLocation();
  const place = session && placeAfterSignIn(session.roles, rememberedPlace(location.state));
  return place === null ? <Outlet /> : <GoOn to={place} />;
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
