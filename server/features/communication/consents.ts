import { randomUUID } from 'node:crypto';
import {
  type ConsentChoices,
  consentWords,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';

export interface Consent {
  email: string;
  purpose: Purpose;
  /** The text beside the checkbox that the person ticked. */
  words: string;
  /** The form where it was given, such as `donation`. */
  source: string;
}

/** The ticked checkboxes of a form, with their texts. */
export async function recordTicked(
  ctx: Context,
  given: { email: string; source: string; choices: ConsentChoices | null | undefined },
): Promise<void> {
  const { email, source, choices } = given;
  const ticked = purposes.filter((each) => choices?.[each] === true);
  await recordConsents(
    ctx,
    ticked.map((purpose) => ({ email, purpose, words: consentWords[purpose], source })),
  );
}

export function recordConsent(ctx: Context, consent: Consent): Promise<void> {
  return recordConsents(ctx, [consent]);
}

/** Stores the consents of a person. A consent that is already valid does not change. product-rules 9.2. */
async function recordConsents({ db, at }: Context, consents: Consent[]): Promise<void> {
  if (consents.length === 0) return;
  const rows = consents.map(({ email, purpose, words, source }) => ({
    id: randomUUID(),
    email: email.toLowerCase(),
    purpose,
    words,
    source,
    given_at: at,
    withdrawn_at: null,
  }));
  await db
    .insertInto('consents')
    .values(rows)
    .onConflict((live) =>
      live.columns(['email', 'purpose']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Withdraws the consent. The record of it stays. */
export async function withdrawConsent(
  { db, at }: Context,
  email: string,
  purpose: Purpose,
): Promise<void> {
  await db
    .updateTable('consents')
    .set({ withdrawn_at: at })
    .where('email', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .execute();
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
