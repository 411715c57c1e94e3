import {
  type ConsentChoices,
  consentTexts,
  consentWords,
  type OwnConsents,
  purposes,
} from '#contract/privacy/consents.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { isUnsubscribed } from '#server/features/communication/suppressions.ts';
import {
  recordConsent,
  recordWaiting,
  withdrawConsent,
} from '#server/features/communication/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import { lockMemberFor, memberFor } from '#server/features/members/member-access.ts';
import type { Context } from '#server/context.ts';
import { isOwnMember } from '#server/platform/access/member-reach.ts';

/** The current consents of the member's address, with their source. */
export async function readConsents(ctx: Context, memberId: string): Promise<OwnConsents> {
  return consentsOf(ctx.db, await contactOf(ctx, await memberFor(ctx, memberId)));
}

/** A consent is stored with the current text, and a withdrawal with its time. */
export async function changeConsents(
  ctx: Context,
  memberId: string,
  choices: ConsentChoices,
): Promise<OwnConsents> {
  return inTransaction(ctx, async (inside) => {
    const member = await lockMemberFor(inside, memberId);
    const contact = await contactOf(inside, member);
    const { email, userId, isProved } = contact;
    const before = await consentsOf(inside.db, contact);
    for (const purpose of purposes) {
      const choice = choices[purpose];
      // An administrator cannot give a consent for a member.
      if (choice === true && !before[purpose] && !isOwnMember(inside, memberId)) {
        throw conflict(consentTexts.givenByMember);
      }
      if (choice === true && !before[purpose]) {
        const words = consentWords[purpose];
        const consent = { email, purpose, words, source: 'profile', givenBy: userId };
        await (isProved ? recordConsent(inside, consent) : recordWaiting(inside, consent));
      }
      // Also what was given elsewhere with the address: a "no" ends it all.
      if (choice === false) await withdrawConsent(inside, { email, purpose });
    }
    const after = await consentsOf(inside.db, contact);
    const state = ({ news, appeals }: OwnConsents) => ({ news, appeals });
    await recordAudit(inside, {
      action: 'changeConsents',
      subject: 'member',
      id: memberId,
      name: `${member.firstName} ${member.lastName}`,
      before: state(before),
      after: state(after),
    });
    return after;
  });
}

interface Contact {
  email: string;
  userId: string;
  /** Anybody can register with anybody's address. Until it is proved, a member sees only own choices. */
  isProved: boolean;
}

async function contactOf(ctx: Context, { id, email, userID }: Member): Promise<Contact> {
  const { email_proved_at } = await ctx.db
    .selectFrom('users')
    .select('email_proved_at')
    .where('id', '=', userID)
    .executeTakeFirstOrThrow();
  return { email, userId: userID, isProved: email_proved_at !== null || !isOwnMember(ctx, id) };
}

/** Only the verified owner of an address can see what was given or unsubscribed with it elsewhere. */
async function consentsOf(db: Db, { email, userId, isProved }: Contact): Promise<OwnConsents> {
  const stored = await db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', email)
    .orderBy('given_at', 'desc')
    .orderBy('purpose', 'desc')
    .execute();
  const rows = stored
    .map((row) => {
      const isOwn = row.given_by === userId;
      // One beside another looks like any other that waits: its member must not learn of the other.
      const isWaiting = row.is_waiting || (row.is_beside_another && !isProved);
      const isShown = isProved ? isOwn || !row.is_waiting : isOwn;
      return { ...row, isWaiting, isShown: isShown && !(isProved && row.is_beside_another) };
    })
    .filter(({ isShown }) => isShown);
  const holds = (purpose: string) =>
    rows.some(
      (row) =>
        row.purpose === purpose && (row.withdrawn_at === null || (row.isWaiting && !isProved)),
    );
  return {
    news: holds('news'),
    appeals: holds('appeals'),
    history: rows.map(({ purpose, words, source, given_at, withdrawn_at, isWaiting }) => ({
      purpose,
      words,
      source,
      givenUtc: given_at.toISOString(),
      withdrawnUtc: isWaiting ? null : (withdrawn_at?.toISOString() ?? null),
      isWaiting,
    })),
    isUnsubscribed: isProved && (await isUnsubscribed(db, email)),
    isProved,
  };
}
