import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** Null if no user is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, nobody);
}

/** On the server no user is signed in. */
function nobody(): null {
  return null;
}
