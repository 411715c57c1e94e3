import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type ConsentChoices,
  consentWords,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';

export interface Consent {
  email: string;
  purpose: Purpose;
  /** The text beside the checkbox that the person ticked. */
  words: string;
  /** The form where it was given, such as `donation`. */
  source: string;
  /** The sign-in that gave it. A donation has none. */
  givenBy?: string | undefined;
}

/** Neither withdrawn nor ended: it holds, it waits, or another one holds in its place. */
const isOpen = sql<boolean>`(withdrawn_at IS NULL OR is_beside_another OR is_waiting)`;

/** The ticked checkboxes of a form, with their texts. With an address that is not proved, they wait. */
export async function recordTicked(
  ctx: Context,
  ticks: Omit<Consent, 'purpose' | 'words'> & {
    choices: ConsentChoices | null | undefined;
    isProved: boolean;
  },
): Promise<void> {
  const { choices, isProved, ...consent } = ticks;
  for (const purpose of purposes.filter((each) => choices?.[each] === true)) {
    const ticked = { ...consent, purpose, words: consentWords[purpose] };
    await (isProved ? recordConsent(ctx, ticked) : recordWaiting(ctx, ticked));
  }
}

/** Stores the consent of a person. A consent that is already valid does not change. product-rules 9.2. */
export async function recordConsent(ctx: Context, consent: Consent): Promise<void> {
  const row = rowOf(ctx, consent);
  await lockConsents(ctx.db, row.email);
  await ctx.db
    .insertInto('consents')
    .values(row)
    .onConflict((live) =>
      live.columns(['email', 'purpose']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute();
}

/**
 * Stores a consent that counts for nothing until the link in an email to the address confirms it. A member
 * has one also beside a consent that holds, because the member must not learn of that one.
 */
export async function recordWaiting(ctx: Context, consent: Consent): Promise<void> {
  const row = rowOf(ctx, consent);
  const { email, purpose, given_by } = row;
  const same = await ctx.db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where((one) =>
      given_by === null
        ? one('withdrawn_at', 'is', null)
        : one.and([one('given_by', '=', given_by), isOpen]),
    )
    .limit(1)
    .executeTakeFirst();
  if (same !== undefined) return;
  await ctx.db
    .insertInto('consents')
    .values({ ...row, withdrawn_at: row.given_at, is_waiting: true })
    .execute();
}

function rowOf({ at }: Context, { email, purpose, words, source, givenBy }: Consent) {
  return {
    id: randomUUID(),
    email: email.toLowerCase(),
    purpose,
    words,
    source,
    given_at: at,
    withdrawn_at: null,
    given_by: givenBy ?? null,
  };
}

/** Withdraws all consents of the address, also those that wait. Their records stay. product-rules 9.2. */
export async function withdrawConsent(
  { db, at }: Context,
  { email, purpose }: Pick<Consent, 'email' | 'purpose'>,
): Promise<void> {
  await lockConsents(db, email.toLowerCase());
  await db
    .updateTable('consents')
    .set({ withdrawn_at: at, is_beside_another: false, is_waiting: false })
    .where('email', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .where(isOpen)
    .execute();
}

/** A "no" to all: a link that was mailed before confirms nothing any more, also if the "no" is taken back. */
export async function endWaiting({ db, at }: Pick<Context, 'db' | 'at'>, email: string) {
  await db
    .updateTable('consents')
    .set({ withdrawn_at: at, is_waiting: false })
    .where('email', '=', email.toLowerCase())
    .where('is_waiting', '=', true)
    .execute();
}

/** Of a withdrawal and a confirmation at the same time, the second sees what the first did. */
export async function lockConsents(db: Db, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.consents}, hashtext(${email}))`.execute(
    db,
  );
}

export async function hasConsent(db: Db, email: string, purpose: Purpose): Promise<boolean> {
  const row = await db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the caller is signed in with this address and has proved that it is the own one. */
export async function hasProvedAddress({ db, by }: Context, email: string): Promise<boolean> {
  if (by === null) return false;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', by.userId)
    .where('email', '=', email.toLowerCase())
    .where('email_proved_at', 'is not', null)
    .executeTakeFirst();
  return user !== undefined;
}
