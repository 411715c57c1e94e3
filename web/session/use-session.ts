import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

/** Null while nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, nobody);
}

/** At build time nobody is. */
function nobody(): null {
  return null;
}
