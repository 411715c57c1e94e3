import { logout } from '#contract/auth/endpoints.ts';
import { call } from '#web/api/call.ts';
import { forgetPlace } from './place.ts';
import { endSession } from './session.ts';

/** Ends the session here whatever the server says: someone on a shared computer relies on it. */
export async function signOut(): Promise<void> {
  const told = call(logout).catch(() => undefined);
  forgetPlace();
  endSession('signedOut');
  await told;
}
