import { isStaff } from '#contract/roles.ts';
import { paths } from '#web/app/paths.ts';

const key = 'place';

/** The areas behind the sign-in. */
export type Area = 'staff' | 'Member';

export function isIn(roles: readonly string[], area: Area): boolean {
  return area === 'staff' ? isStaff(roles) : roles.includes(area);
}

/** Remembers where to go after signing in, also after a reload of the sign-in page. */
export function rememberReturnPath(place: string): void {
  sessionStorage.setItem(key, place);
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(key);
}

/** The navigation state of the sign-in page. */
export interface Arrival {
  from?: string | undefined;
  /** The server ended the session; the sign-in page says so. */
  signedOut?: boolean | undefined;
  /** The server ended the session because nobody had used it for an hour. */
  isIdle?: boolean | undefined;
  /** Of the user who has just set a password. */
  email?: string | undefined;
}

export function arrivalOf(state: unknown): Arrival {
  return typeof state === 'object' && state !== null ? state : {};
}

export function returnPathOf(state: unknown): string | null {
  const { from } = arrivalOf(state);
  return typeof from === 'string' ? from : sessionStorage.getItem(key);
}

/** The page after signing in; null if the roles allow none. product-rules 11.4, 14.3. */
export function pathAfterSignIn(roles: readonly string[], remembered: string | null) {
  const home = homeOf(roles);
  if (home === null || remembered === null) return home;
  return mayEnter(roles, remembered) ? remembered : home;
}

function homeOf(roles: readonly string[]): string | null {
  if (isIn(roles, 'Member')) return paths.profile();
  return isIn(roles, 'staff') ? paths.dashboard() : null;
}

/** Only pages of this site behind the sign-in, and only with their role. */
export function mayEnter(roles: readonly string[], place: string): boolean {
  const pathname = localPathname(place);
  if (pathname === null) return false;
  if (isWithin(pathname, '/admin')) return isIn(roles, 'staff');
  return isWithin(pathname, '/member') && isIn(roles, 'Member');
}

function localPathname(place: string): string | null {
  // Browsers treat a backslash as a slash: `/\host` would leave the site.
  if (!place.startsWith('/') || place.includes('\\')) return null;
  const base = 'http://here.invalid';
  try {
    const { origin, pathname } = new URL(place, base);
    return origin === base ? pathname : null;
  } catch {
    return null;
  }
}

function isWithin(pathname: string, area: string): boolean {
  return pathname === area || pathname.startsWith(`${area}/`);
}
