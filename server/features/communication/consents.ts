import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import {
  type ConsentChoices,
  consentWords,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
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

/** The ticked checkboxes of a form, with their texts. */
export async function recordTicked(
  ctx: Context,
  given: Omit<Consent, 'purpose' | 'words'> & { choices: ConsentChoices | null | undefined },
): Promise<void> {
  const { choices, ...consent } = given;
  const ticked = purposes.filter((each) => choices?.[each] === true);
  await recordConsents(
    ctx,
    ticked.map((purpose) => ({ ...consent, purpose, words: consentWords[purpose] })),
  );
}

export function recordConsent(ctx: Context, consent: Consent): Promise<void> {
  return recordConsents(ctx, [consent]);
}

/** Stores the consents of a person. A consent that is already valid does not change. product-rules 9.2. */
async function recordConsents({ db, at }: Context, consents: Consent[]): Promise<void> {
  if (consents.length === 0) return;
  const rows = consents.map(({ email, purpose, words, source, givenBy }) => ({
    id: randomUUID(),
    email: email.toLowerCase(),
    purpose,
    words,
    source,
    given_at: at,
    withdrawn_at: null,
    given_by: givenBy ?? null,
  }));
  const stored = await db
    .insertInto('consents')
    .values(rows)
    .onConflict((live) =>
      live.columns(['email', 'purpose']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  for (const row of rows.filter(({ id }) => !stored.some((one) => one.id === id))) {
    await recordBesideAnother(db, row);
  }
}

/** Another person's consent holds for the address. The sign-in must not learn that. */
async function recordBesideAnother(
  db: Db,
  row: Omit<Insertable<Tables['consents']>, 'given_by'> & { given_by: string | null },
): Promise<void> {
  if (row.given_by === null) return;
  const own = await db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', row.email)
    .where('purpose', '=', row.purpose)
    .where('given_by', '=', row.given_by)
    .where((one) => one.or([one('withdrawn_at', 'is', null), one('is_beside_another', '=', true)]))
    .executeTakeFirst();
  if (own !== undefined) return;
  await db
    .insertInto('consents')
    .values({ ...row, withdrawn_at: row.given_at, is_beside_another: true })
    .execute();
}

/** Withdraws the consents of the address, or only those that one sign-in gave. Their records stay. */
export async function withdrawConsent(
  { db, at }: Context,
  { email, purpose, givenBy }: Pick<Consent, 'email' | 'purpose' | 'givenBy'>,
): Promise<void> {
  let rows = db
    .updateTable('consents')
    .set({ withdrawn_at: at, is_beside_another: false })
    .where('email', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .where((row) => row.or([row('withdrawn_at', 'is', null), row('is_beside_another', '=', true)]));
  if (givenBy !== undefined) rows = rows.where('given_by', '=', givenBy);
  await rows.execute();
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
