import { isStaff, rolesOf } from '#contract/roles.ts';
import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Claims } from '#contract/auth/endpoints.ts';
import type { SignedInDevice } from '#contract/auth/sessions.ts';
import { dayOf } from '#contract/days.ts';
import { isId } from '#contract/fields.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { unknownDevice } from '#server/platform/http/device-of.ts';
import type { Caller, Context } from '#server/context.ts';
import type { Origin } from '#server/platform/http/origin.ts';

export const sessionMs = 8 * 3_600_000;
const algorithm = 'HS256';
/** An administrator's session ends when nobody has used it for so long. product-rules 4.30. */
const idleMs = 60 * 60_000;
/** The last use is written at most once in this time, because every call is one. */
const noteEveryMs = 3 * 60_000;

export interface SessionUser {
  id: string;
  firstName: string;
  lastName: string;
  role: string;
  profilePicture: string;
  memberId: string | null;
  origin?: Origin | undefined;
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
    .values({ id, user_id: user.id, started_at: at, expires_at, ended_at: null, ...user.origin })
    .execute();
  const roles = rolesOf(user.role);
  const claims: Omit<Claims, 'sub'> = {
    name: `${user.firstName} ${user.lastName}`.trim(),
    role: roles.length === 1 ? user.role : roles,
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

interface SessionRequest {
  token: string;
  /** False for a call that a page makes alone. */
  isUse: boolean;
}

/** The caller of the token's valid session. The role comes from the database. product-rules 3.2, 4.4, 4.30. */
export async function findSession(
  db: Db,
  at: Date,
  secret: Uint8Array,
  request: string | SessionRequest,
): Promise<Caller | 'idle' | null> {
  const { token, isUse } = typeof request === 'string' ? { token: request, isUse: true } : request;
  const sessionId = await readToken(token, at, secret);
  if (sessionId === null) return null;
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', 'm.user_id', 'u.id')
    .select(['u.id as userId', 's.id as sessionId', 'u.role', 'm.id as memberId'])
    .select(['s.started_at', 's.last_used_at', 's.proved_at'])
    .select(isTwoStepDue(at))
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { started_at, last_used_at, proved_at, ...rest } = found;
  const caller = { ...rest, provedAt: proved_at ?? started_at };
  const unusedMs = at.getTime() - (last_used_at ?? started_at).getTime();
  if (isIdle(caller.role, unusedMs)) return 'idle';
  if (isUse && unusedMs >= noteEveryMs) await noteUse(db, at, sessionId);
  return caller;
}

/** Not sooner than after the full time: the last use may have been noted some minutes before it. */
function isIdle(role: string, unusedMs: number): boolean {
  return isStaff(rolesOf(role)) && unusedMs >= idleMs + noteEveryMs;
}

/** Of several calls at once, one writes. */
async function noteUse(db: Db, at: Date, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('id', '=', sessionId)
    .where((row) =>
      row(
        row.fn.coalesce('last_used_at', 'started_at'),
        '<=',
        new Date(at.getTime() - noteEveryMs),
      ),
    )
    .execute();
}

const mostListed = 50;

/** Where the user is signed in, the latest use first. product-rules 4.31. */
export async function listSessions(
  { db, at, by }: Context,
  userId: string,
): Promise<SignedInDevice[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', at)
    .select((row) => [
      's.id',
      's.started_at',
      row.fn.coalesce('s.last_used_at', 's.started_at').as('lastUsed'),
      's.device',
      'u.role',
    ])
    .orderBy('lastUsed', 'desc')
    .orderBy('s.id')
    .limit(mostListed)
    .execute();
  return rows
    .filter(({ role, lastUsed }) => !isIdle(role, at.getTime() - lastUsed.getTime()))
    .map(({ id, started_at, lastUsed, device }) => ({
      id,
      startedUtc: started_at.toISOString(),
      lastUsedUtc: lastUsed.toISOString(),
      device: device || unknownDevice,
      isCurrent: id === by?.sessionId,
    }));
}

/** For an administrator without two-step sign-in, from the day on which it is compulsory. product-rules 4.22. */
function isTwoStepDue(at: Date) {
  return sql<boolean>`u.role <> 'Member'
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

/** A session of another user changes nothing. */
export async function endOwnSession({ db, at, by }: Context, sessionId: string): Promise<void> {
  if (by === null) return;
  await openSessions(db, at, by.userId).where('id', '=', sessionId).execute();
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
