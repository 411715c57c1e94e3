import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { countOne } from '#server/platform/db/rate-counts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Net, netsOf } from '#server/platform/http/security/client-of.ts';
import { openTurns } from '#server/platform/concurrency/turns.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { endSession, sessionMs } from './sessions.ts';

/** Failures within the window that block an address from a client, and a client. Of wider networks more. product-rules 4.7, 1.29. */
const mostForAddress = 10;
const mostForClient = 50;
const windowMs = 15 * 60_000;

/**
 * Codes count apart, once the password was right: after ten mistyped codes of the app a recovery code still
 * works. product-rules 4.26.
 */
const attemptKinds = ['password', 'code', 'recoveryCode'] as const;
type AttemptKind = (typeof attemptKinds)[number];

/** Attempts of one client wait for each other on connections that all requests need. */
const inTurn = openTurns({ atOnce: 2, mostWaiting: 200 });

interface CountedAttempt {
  /** After a success: ends the count of the address from this client. */
  forgive(): Promise<void>;
  /** The password was right: this attempt counts no longer. Those before do. */
  withdraw(): Promise<void>;
}

/**
 * Counts this attempt as failed beforehand, so that concurrent attempts cannot exceed the limit. The same
 * address from another client is not blocked.
 */
export async function countAttempt(
  ctx: Context,
  email: string,
  client: string,
  kind: AttemptKind = 'password',
): Promise<CountedAttempt> {
  const email_hash = hashOf(email, kind);
  const nets = netsOf(client);
  let counted: number[] = [];
  const count = async ({ db, at }: Context) => {
    for (const net of nets) {
      // One at a time for each client: concurrent attempts would not see each other's row.
      await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.signInAttempts}, hashtext(${net.net}))`.execute(
        db,
      );
      const refused = await refusalFor(db, at, email_hash, net);
      // A blocked attempt does not extend the block.
      if (refused !== null) return refused;
    }
    const rows = nets.map(({ net }) => ({ email_hash, client: net, failed_at: at }));
    const added = db.insertInto('sign_in_failures').values(rows).returning('id');
    counted = (await added.execute()).map(({ id }) => id);
    return null;
  };
  const refusal = await inTurn(client, () => inTransaction(ctx, count));
  if (refusal !== null) {
    // Without the address: a blocked attempt looks nobody up.
    await recordEvent(ctx, { kind: 'signInBlocked', userId: null });
    throw refusal;
  }
  return {
    async forgive() {
      await ctx.db
        .deleteFrom('sign_in_failures')
        .where(
          'client',
          'in',
          nets.map(({ net }) => net),
        )
        .where('email_hash', 'in', hashesOf(email))
        .execute();
    },
    async withdraw() {
      await ctx.db.deleteFrom('sign_in_failures').where('id', 'in', counted).execute();
    },
  };
}

async function refusalFor(
  db: Db,
  at: Date,
  email_hash: Buffer,
  { net, times }: Net,
): Promise<Refused | null> {
  const earlier = await db
    .selectFrom('sign_in_failures')
    .select(['email_hash', 'failed_at'])
    .where('client', '=', net)
    .where('failed_at', '>', new Date(at.getTime() - windowMs))
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostForClient * times)
    .execute();
  const forAddress = earlier.filter((failure) => failure.email_hash.equals(email_hash));
  const oldest = forAddress[mostForAddress * times - 1] ?? earlier[mostForClient * times - 1];
  if (oldest === undefined) return null;
  const seconds = Math.ceil((oldest.failed_at.getTime() + windowMs - at.getTime()) / 1000);
  return new Refused('tooMany', sentences.tooManySignIns, [], Math.max(1, seconds));
}

/** Guesses of one kind in the window, from all clients together. product-rules 4.26. */
/** Guesses that only somebody can make who has the password or the session. product-rules 4.26. */
const mostGuesses = 10;
const codeWindowMs = 3_600_000;

interface Guess {
  userId: string;
  /** Counts for this session, which ends after too many. Without it, for the user, from all clients together. */
  sessionId?: string;
  refusal: string;
}

/**
 * A code is counted for the user: somebody with the password and many addresses could otherwise guess without
 * end. What a session guesses is counted for the session: its thief could otherwise lock the owner out. Call
 * `forgive` after a success.
 */
export async function countGuess(
  ctx: Context,
  { userId, sessionId, refusal }: Guess,
): Promise<{ forgive(): Promise<void> }> {
  const counted = { countedFor: sessionId ?? userId, name: 'guess', most: mostGuesses };
  const windowMs = sessionId === undefined ? codeWindowMs : sessionMs;
  const { count, endsAt } = await countOne(ctx, { ...counted, windowMs });
  if (count > mostGuesses) {
    if (sessionId !== undefined) await endSession(ctx.db, ctx.at, sessionId);
    await recordEvent(ctx, { kind: 'signInBlocked', userId });
    const until = sessionId === undefined ? endsAt : ctx.at;
    const seconds = Math.ceil((until.getTime() - ctx.at.getTime()) / 1000);
    throw new Refused('tooMany', refusal, [], Math.max(1, seconds));
  }
  return {
    async forgive() {
      await ctx.db
        .deleteFrom('rate_counts')
        .where('counted_for', '=', counted.countedFor)
        .where('name', '=', counted.name)
        .execute();
    },
  };
}

/** A new password ends the block for all clients, as the message promises. */
export async function forgiveAddress(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email_hash', 'in', hashesOf(email)).execute();
}

function hashesOf(email: string): Buffer[] {
  return attemptKinds.map((kind) => hashOf(email, kind));
}

function hashOf(email: string, kind: AttemptKind): Buffer {
  // An address has no space, so the hashes of the kinds differ.
  const counted = kind === 'password' ? email : `${kind} ${email}`;
  return createHash('sha256').update(counted).digest();
}
