import { useEffect } from 'react';
import { Outlet } from 'react-router';
import {
  type Arrival,
  forgetPlace,
  placeAfterSignIn,
  rememberedPlace,
  rememberPlace,
  type Role,
} from '#web/session/return-path.ts';
import { howItEnded } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { paths } from './paths.ts';
import { useLocation, useNavigate } from './router/use-router.ts';

/** Shows its pages only to users with the role; other users go to the sign-in page. Specification §2. */
export function RequireRole({ allow }: { allow: Role }) {
  const session = useSession();
  if (session === null) return <GoToSignIn />;
  return session.roles.includes(allow) ? <Outlet /> : <GoToSignIn asOtherRole />;
}

function GoToSignIn({ asOtherRole = false }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const place = `${pathname}${search}${hash}`;
  useEffect(() => {
    const ending = howItEnded();
    const state: Arrival = {};
    // Someone who left on purpose, or may not be here, is not brought back.
    if (!asOtherRole && ending !== 'signedOut') {
      rememberPlace(place);
      state.from = place;
    }
    if (!asOtherRole && ending === 'refused') state.signedOut = true;
    void navigate(paths.login(), { replace: true, state });
  }, [navigate, place, asOtherRole]);
  return null;
}

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
