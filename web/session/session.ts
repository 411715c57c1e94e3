import { claimsOf, rolesOf } from './claims.ts';

/** The user who is signed in in this browser. product-rules 13.2, 14.1, 14.2. */
export interface Session {
  token: string;
  userId: string;
  name: string;
  roles: string[];
  /** The address of the picture, or `''`. */
  picture: string;
  /** The user's member, or `''` for an administrator. */
  memberId: string;
}

/** `signedOut` by the user, here or in another tab; `refused` by the server; `idle` after an hour without use. */
export type Ending = 'signedOut' | 'refused' | 'idle';

const keys = { token: 'token', memberId: 'memberId', picture: 'profilePicture' } as const;

let cached: Session | null = null;
// The token keeps the name from when it was issued.
let newName: { token: string; name: string } | null = null;
let lastEnding: Ending | null = null;
let hasJustSignedIn = false;
const listeners = new Set<() => void>();

export function currentToken(): string | null {
  return localStorage.getItem(keys.token);
}

/** The same object until the session changes. */
export function currentSession(): Session | null {
  const token = currentToken();
  if (token === null) cached = null;
  else if (cached?.token !== token) cached = sessionOf(token);
  return cached;
}

/** How the last session ended, until another one starts. */
export function lastSessionEnding(): Ending | null {
  return lastEnding;
}

/** True once, for the first page after the user signed in. */
export function takeArrival(): boolean {
  const hasArrived = hasJustSignedIn;
  hasJustSignedIn = false;
  return hasArrived;
}

export function startSession(token: string): void {
  forget();
  localStorage.setItem(keys.token, token);
  lastEnding = null;
  hasJustSignedIn = true;
  const session = currentSession();
  if (session !== null) rememberWho(session);
  tell();
}

export function endSession(how: Ending): void {
  forget();
  lastEnding = how;
  tell();
}

/** The reply of `upload-profile-picture`: shown at once, in every tab. */
export function changeOwnPicture(picture: string): void {
  localStorage.setItem(keys.picture, picture);
  cached = null;
  tell();
}

/** The name in the user's record; the token keeps the old one. */
export function changeOwnName(name: string): void {
  const session = currentSession();
  if (session === null || session.name === name) return;
  newName = { token: session.token, name };
  cached = null;
  tell();
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab signed in or out: this tab's data may belong to another user. */
export function followOtherTabs(reload: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== null && key !== keys.token && key !== keys.picture) return;
    const before = cached;
    // The picture may change while the token stays.
    cached = null;
    const now = currentSession();
    if (before !== null && now === null) lastEnding = 'signedOut';
    if (before !== null && now !== null && !isSamePerson(before, now)) reload();
    else tell();
  });
}

function sessionOf(token: string): Session | null {
  const claims = claimsOf(token);
  if (claims === null) return null;
  return {
    token,
    userId: claims.sub,
    name: newName?.token === token ? newName.name : claims.name,
    roles: rolesOf(claims.role),
    picture: localStorage.getItem(keys.picture) ?? claims.ProfilePicture,
    memberId: claims.MemberId,
  };
}

function rememberWho({ memberId, picture }: Session): void {
  if (memberId !== '') localStorage.setItem(keys.memberId, memberId);
  if (picture !== '') localStorage.setItem(keys.picture, picture);
}

function isSamePerson(one: Session, other: Session): boolean {
  return (
    one.name === other.name &&
    one.memberId === other.memberId &&
    one.roles.join() === other.roles.join()
  );
}

function forget(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  cached = null;
}

function tell(): void {
  for (const listener of listeners) listener();
}
