import { sql } from 'kysely';
import {
  type ConsentChoices,
  consentTexts,
  consentWords,
  type OwnConsents,
  purposes,
} from '#contract/privacy/consents.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { suppressionKey } from '#server/features/communication/address-hash.ts';
import { recordConsent, withdrawConsent } from '#server/features/communication/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import { lockMemberFor, memberFor } from '#server/features/members/member-access.ts';
import type { Context } from '#server/context.ts';
import { isOwnMember } from '#server/member-reach.ts';

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
    const { email, userId, seesAll } = contact;
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
        await recordConsent(inside, consent);
      }
      if (choice === false) {
        await withdrawConsent(inside, { email, purpose, givenBy: seesAll ? undefined : userId });
      }
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
  seesAll: boolean;
}

async function contactOf(ctx: Context, { id, email, userID }: Member): Promise<Contact> {
  const { email_proved_at } = await ctx.db
    .selectFrom('users')
    .select('email_proved_at')
    .where('id', '=', userID)
    .executeTakeFirstOrThrow();
  return { email, userId: userID, seesAll: email_proved_at !== null || !isOwnMember(ctx, id) };
}

/** Only the verified owner of an address can see what was given or unsubscribed with it elsewhere. */
async function consentsOf(db: Db, { email, userId, seesAll }: Contact): Promise<OwnConsents> {
  const stored = await db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', email)
    .orderBy('given_at', 'desc')
    .orderBy('purpose', 'desc')
    .execute();
  const rows = stored
    .filter((row) => (seesAll ? !row.is_beside_another : row.given_by === userId))
    .map((row) => (row.is_beside_another ? { ...row, withdrawn_at: null } : row));
  const holds = (purpose: string) =>
    rows.some((row) => row.purpose === purpose && row.withdrawn_at === null);
  return {
    news: holds('news'),
    appeals: holds('appeals'),
    history: rows.map(({ purpose, words, source, given_at, withdrawn_at }) => ({
      purpose,
      words,
      source,
      givenUtc: given_at.toISOString(),
      withdrawnUtc: withdrawn_at?.toISOString() ?? null,
    })),
    isUnsubscribed: seesAll && (await isUnsubscribed(db, email)),
  };
}

async function isUnsubscribed(db: Db, email: string): Promise<boolean> {
  const suppression = await db
    .selectFrom('suppressions')
    .select('id')
    .where((row) => row('email', 'in', [row.val(email), suppressionKey(sql`${email}`)]))
    .where('kind', '=', 'unsubscribed')
    .executeTakeFirst();
  return suppression !== undefined;
}
