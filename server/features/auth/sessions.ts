import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import type { Claims } from '#contract/auth/endpoints.ts';
import { isId } from '#contract/fields.ts';
import { asOf } from '#server/platform/db/as-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { plannedOnce } from '#server/platform/db/planned-once.ts';
import type { Caller, Session } from '#server/context.ts';

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
export async function findSession(
  db: Db,
  at: Date,
  secret: Uint8Array,
  token: string,
): Promise<Session | null> {
  const sessionId = await readToken(token, at, secret);
  if (sessionId === null) return null;
  const { rows } = await sql<Caller & { asOf: string }>`${plannedOnce}
    SELECT u.id AS "userId", s.id AS "sessionId", u.role, m.id AS "memberId",
      ${asOf} AS "asOf"
    FROM sessions AS s
    JOIN users AS u ON u.id = s.user_id
    LEFT JOIN members AS m ON m.user_id = u.id
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND s.expires_at > ${at}
      AND u.removed_at IS NULL`.execute(db);
  if (rows[0] === undefined) return null;
  const { asOf: seen, ...caller } = rows[0];
  return { caller, asOf: seen };
}

const keys = new WeakMap<Uint8Array, KeyObject>();

/** Made once: from bytes it would be imported anew for every call. */
function keyOf(secret: Uint8Array): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}

/** Tokens that were signed by us, by the secret they were signed with: each is looked at once. */
const knownTokens = new WeakMap<Uint8Array, Map<string, JWTPayload>>();
const mostKnown = 1000;

async function readToken(token: string, at: Date, secret: Uint8Array): Promise<string | null> {
  try {
    const { jti, exp = 0 } = await claimsOf(token, at, secret);
    const isLive = exp * 1000 > at.getTime();
    return isLive && jti !== undefined && isId(jti) ? jti : null;
  } catch {
    return null;
  }
}

async function claimsOf(token: string, at: Date, secret: Uint8Array): Promise<JWTPayload> {
  const known = knownTokens.get(secret) ?? new Map<string, JWTPayload>();
  knownTokens.set(secret, known);
  const claims = known.get(token);
  if (claims !== undefined) return claims;
  const options = { algorithms: [algorithm], currentDate: at };
  const { payload } = await jwtVerify(token, keyOf(secret), options);
  if (known.size >= mostKnown) known.clear();
  known.set(token, payload);
  return payload;
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
