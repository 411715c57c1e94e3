import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import {
  type Arrival,
  forgetReturnPath,
  pathAfterSignIn,
  returnPathOf,
  rememberReturnPath,
  type Area,
  isIn,
} from '#web/session/return-path.ts';
import { lastSessionEnding } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { paths } from './paths.ts';

/** Shows its pages only to users with the role; other users go to the sign-in page. product-rules 12.3. */
export function RequireRole({ allow }: { allow: Area }) {
  const session = useSession();
  if (session === null) return <GoToSignIn />;
  return isIn(session.roles, allow) ? <Outlet /> : <GoToSignIn asOtherRole />;
}

function GoToSignIn({ asOtherRole = false }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const place = `${pathname}${search}${hash}`;
  useEffect(() => {
    const ending = lastSessionEnding();
    const state: Arrival = {};
    // After signing out, or with another role, the user is not sent back here.
    if (!asOtherRole && ending !== 'signedOut') {
      rememberReturnPath(place);
      state.from = place;
    }
    if (!asOtherRole && ending === 'refused') state.signedOut = true;
    if (!asOtherRole && ending === 'idle') state.isIdle = true;
    void navigate(paths.login(), { replace: true, state });
  }, [navigate, place, asOtherRole]);
  return null;
}

/**
 * Redirects signed-in users away from the sign-in page, but not from the link that another person was
 * sent: that page says who is signed in. product-rules 14.3, 14.4.
 */
export function SignInGate() {
  const session = useSession();
  const location = useLocation();
  const { userId } = useParams();
  // Users who sign in here go on, no matter whose link they have opened.
  const [openedAs, setOpenedAs] = useState(session?.userId);
  if (session === null && openedAs !== undefined) setOpenedAs(undefined);
  const isOthersLink = userId !== undefined && userId !== openedAs && session?.userId === openedAs;
  const place = session && pathAfterSignIn(session.roles, returnPathOf(location.state));
  return place === null || isOthersLink ? <Outlet /> : <RedirectTo to={place} />;
}

function RedirectTo({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    forgetReturnPath();
    void navigate(to, { replace: true });
  }, [navigate, to]);
  // Until the next page's code is here.
  return <Spinner />;
}
