import { paths } from '#web/app/paths.ts';

const key = 'place';

/** The area of the application behind a sign-in, and whose it is. */
export type Role = 'Admin' | 'Member';

/** Keeps where a visitor wanted to go, over a reload of the sign-in page too. */
export function rememberReturnPath(place: string): void {
  sessionStorage.setItem(key, place);
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(key);
}

/** What goes with the visitor in the history of the browser. */
export interface Arrival {
  from?: string;
  /** The server ended the session: the sign-in page says so. */
  signedOut?: boolean;
}

export function arrivalOf(state: unknown): Arrival {
  return typeof state === 'object' && state !== null ? state : {};
}

export function returnPathOf(state: unknown): string | null {
  const { from } = arrivalOf(state);
  return typeof from === 'string' ? from : sessionStorage.getItem(key);
}

/** Where a sign-in leads; null when the roles open nothing. Specification §4, rules §11. */
export function pathAfterSignIn(roles: readonly string[], remembered: string | null) {
  const home = homeOf(roles);
  if (home === null || remembered === null) return home;
  return mayEnter(roles, remembered) ? remembered : home;
}

function homeOf(roles: readonly string[]): string | null {
  if (roles.includes('Member')) return paths.profile();
  return roles.includes('Admin') ? paths.dashboard() : null;
}

/** Only places of this site that are behind a sign-in, and only with their role. */
export function mayEnter(roles: readonly string[], place: string): boolean {
  const pathname = localPathname(place);
  if (pathname === null) return false;
  if (isWithin(pathname, '/admin')) return roles.includes('Admin');
  return isWithin(pathname, '/member') && roles.includes('Member');
}

function localPathname(place: string): string | null {
  // A browser reads a backslash as a slash: `/\host` leaves the site.
  if (!place.startsWith('/') || place.includes('\\')) return null;
  const base = 'http://here.invalid';
  const url = URL.canParse(place, base) ? new URL(place, base) : null;
  return url?.origin === base ? url.pathname : null;
}

function isWithin(pathname: string, area: string): boolean {
  return pathname === area || pathname.startsWith(`${area}/`);
}
