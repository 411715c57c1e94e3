import { logout } from '#contract/auth/endpoints.ts';
import { call } from '#web/api/call.ts';
import { forgetReturnPath } from './return-path.ts';
import { endSession } from './session.ts';

/** Ends the session here even if the call fails: users of shared computers rely on it. */
export async function signOut(): Promise<void> {
  const loggedOut = call(logout).catch(() => undefined);
  forgetReturnPath();
  endSession('signedOut');
  await loggedOut;
}
