import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Claims } from '#contract/auth/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { isId } from '#contract/fields.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Caller } from '#server/context.ts';

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

/** Creates a session and returns its token. product-rules 13.1. */
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

/** The caller of the token's valid session. The role comes from the database. product-rules 3.2, 4.4. */
export async function findSession(
  db: Db,
  at: Date,
  secret: Uint8Array,
  token: string,
): Promise<Caller | null> {
  const sessionId = await readToken(token, at, secret);
  if (sessionId === null) return null;
  const caller = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', 'm.user_id', 'u.id')
    .select(['u.id as userId', 's.id as sessionId', 'u.role', 'm.id as memberId'])
    .select(isTwoStepDue(at))
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst();
  return caller ?? null;
}

/** For an administrator without two-step sign-in, from the day on which it is compulsory. product-rules 4.22. */
function isTwoStepDue(at: Date) {
  return sql<boolean>`u.role = 'Admin'
    AND EXISTS (SELECT FROM company_info WHERE two_step_required_from <= ${dayOf(at)})
    AND NOT EXISTS (
      SELECT FROM two_step_secrets WHERE user_id = u.id AND confirmed_at IS NOT NULL
    )`.as('isTwoStepDue');
}

async function readToken(token: string, at: Date, secret: Uint8Array): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [algorithm],
      currentDate: at,
    });
    return payload.jti !== undefined && isId(payload.jti) ? payload.jti : null;
  } catch {
    return null;
  }
}

export async function endSession(db: Db, at: Date, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: at }).where('id', '=', sessionId).execute();
}

/** Ends all sessions after a password change, deletion, deactivation or role change. product-rules 4.5. */
export async function endAllSessions(db: Db, at: Date, userId: string): Promise<void> {
  await openSessions(db, at, userId).execute();
}

/** A new address ends all sessions except the one that changed it. product-rules 4.5. */
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
