import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Claims } from '#contract/auth.ts';
import type { Db } from '../db/pool.ts';
import type { Caller } from '../work.ts';

const sessionMs = 8 * 3_600_000;
const algorithm = 'HS256';

export interface SessionUser {
  id: string;
  firstName: string;
  lastName: string;
  role: string;
  profilePicture: string;
  memberId: string | null;
}

/** Begins a session and answers its token. The claims are the specification's (§3). */
export async function startSession(
  db: Db,
  at: Date,
  secret: Uint8Array,
  user: SessionUser,
): Promise<string> {
  const id = randomUUID();
  const expires_at = new Date(at.getTime() + sessionMs);
  await db
    .insertInto('sessions')
    .values({ id, user_id: user.id, started_at: at, expires_at, ended_at: null })
    .execute();
  const claims: Omit<Claims, 'sub'> = {
    name: `${user.firstName} ${user.lastName}`.trim(),
    role: user.role,
    ProfilePicture: user.profilePicture,
    MemberId: user.memberId ?? '',
  };
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm })
    .setJti(id)
    .setSubject(user.id)
    .setIssuedAt(at)
    .setExpirationTime(expires_at)
    .sign(secret);
}

/** Whose live session the token is; the role is the database's of this moment. Rules §3, §4. */
export async function findCaller(
  db: Db,
  at: Date,
  secret: Uint8Array,
  token: string,
): Promise<Caller | null> {
  const sessionId = await readToken(token, at, secret);
  if (sessionId === null) return null;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('members', 'members.user_id', 'users.id')
    .where('sessions.id', '=', sessionId)
    .where('users.removed_at', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .select([
      'users.id as userId',
      'sessions.id as sessionId',
      'users.role',
      'members.id as memberId',
    ])
    .executeTakeFirst();
  return row ?? null;
}

// The database would refuse to compare anything else.
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const keys = new WeakMap<Uint8Array, KeyObject>();

/** Made once: from bytes it would be imported anew for every call. */
function keyOf(secret: Uint8Array): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}

async function readToken(token: string, at: Date, secret: Uint8Array): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: [algorithm],
      currentDate: at,
    });
    const { jti } = payload;
    return jti !== undefined && isId(jti) ? jti : null;
  } catch {
    return null;
  }
}

export async function endSession(db: Db, at: Date, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: at }).where('id', '=', sessionId).execute();
}

/** Password change, deletion, deactivation and role change end them all. Rules §4. */
export async function endAllSessions(db: Db, at: Date, userId: string): Promise<void> {
  await openSessions(db, at, userId).execute();
}

/** A new address ends all but the one in which it was changed. Rules §4. */
export async function endOtherSessions(
  db: Db,
  at: Date,
  userId: string,
  kept: string | undefined,
): Promise<void> {
  const sessions = openSessions(db, at, userId);
  await (kept === undefined ? sessions : sessions.where('id', '<>', kept)).execute();
}

function openSessions(db: Db, at: Date, userId: string) {
  return db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
}
