import { sql } from 'kysely';
import {
  type ConsentChoices,
  consentTexts,
  consentWords,
  type OwnConsents,
  purposes,
} from '#contract/privacy/consents.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordConsent, withdrawConsent } from '#server/features/communication/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import type { Context } from '#server/context.ts';
import { isOwnMember } from '#server/member-reach.ts';

/** The current consents of the member's address, with their source. */
export async function readConsents(ctx: Context, memberId: string): Promise<OwnConsents> {
  const { email, isProved } = await contactOf(ctx, memberId);
  return consentsOf(ctx.db, email, isProved);
}

/** A consent is stored with the current text, and a withdrawal with its time. */
export async function changeConsents(
  ctx: Context,
  memberId: string,
  choices: ConsentChoices,
): Promise<OwnConsents> {
  return inTransaction(ctx, async (inside) => {
    const { email, isProved, name } = await contactOf(inside, memberId);
    const before = await consentsOf(inside.db, email, isProved);
    for (const purpose of purposes) {
      const choice = choices[purpose];
      // An administrator cannot give a consent for a member.
      if (choice === true && !before[purpose] && !isOwnMember(inside, memberId)) {
        throw conflict(consentTexts.givenByMember);
      }
      if (choice === true) {
        const words = consentWords[purpose];
        await recordConsent(inside, { email, purpose, words, source: 'profile' });
      }
      if (choice === false) await withdrawConsent(inside, email, purpose);
    }
    const after = await consentsOf(inside.db, email, isProved);
    const state = ({ news, appeals }: OwnConsents) => ({ news, appeals });
    await recordAudit(inside, {
      action: 'changeConsents',
      subject: 'member',
      id: memberId,
      name,
      before: state(before),
      after: state(after),
    });
    return after;
  });
}

async function contactOf(ctx: Context, memberId: string) {
  const { email, firstName, lastName, userID } = await memberFor(ctx, memberId);
  const { email_proved_at } = await ctx.db
    .selectFrom('users')
    .select('email_proved_at')
    .where('id', '=', userID)
    .executeTakeFirstOrThrow();
  return { email, name: `${firstName} ${lastName}`, isProved: email_proved_at !== null };
}

/** Only the verified owner of an address can see that a donation was made with it. */
async function consentsOf(db: Db, email: string, isProved: boolean): Promise<OwnConsents> {
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', email)
    .orderBy('given_at', 'desc')
    .orderBy('purpose', 'desc')
    .execute();
  const suppression = await db
    .selectFrom('suppressions')
    .select('id')
    .where('email', '=', email)
    .where(sql<boolean>`kind = 'unsubscribed'`)
    .executeTakeFirst();
  const holds = (purpose: string) =>
    rows.some((row) => row.purpose === purpose && row.withdrawn_at === null);
  return {
    news: holds('news'),
    appeals: holds('appeals'),
    history: rows
      .filter(({ source }) => isProved || source !== 'donation')
      .map(({ purpose, words, source, given_at, withdrawn_at }) => ({
        purpose,
        words,
        source,
        givenUtc: given_at.toISOString(),
        withdrawnUtc: withdrawn_at?.toISOString() ?? null,
      })),
    isUnsubscribed: suppression !== undefined,
  };
}
