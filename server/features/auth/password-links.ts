import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';

/** Lifetime of a mailed link. The first administrator's printed link lasts a day. product-rules 4.8. */
export const mailedLinkMs = 30 * 60_000;
/** The user already has the first-password page open. */
export const firstPasswordMs = 10 * 60_000;
export const firstLinkMs = 24 * 3_600_000;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The link of this token, if it can be used: not used, replaced or expired. */
export function isUsable(token: string, at: Date) {
  return (row: ExpressionBuilder<Tables, 'password_links'>) =>
    row.and([
      row('token_hash', '=', hashToken(token)),
      row('used_at', 'is', null),
      row('replaced_at', 'is', null),
      row('expires_at', '>', at),
    ]);
}

interface LinkUser {
  id: string;
  email: string;
  /** False for the first-password page, which gets its token without a mail. */
  isMailed?: boolean;
  /** The return that the link proves. */
  returnId?: string;
}

/**
 * A new token for a link that sets the password: 256 random bits. Only the hash is stored. It ends the
 * older links of its kind. Lock the user first. product-rules 4.8.
 */
export async function makePasswordLink(
  db: Db,
  { isMailed = true, returnId, ...user }: LinkUser,
  at: Date,
  lifeMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await endOlderLinks(db, user.id, at, isMailed);
  await db
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      email: user.email,
      expires_at: new Date(at.getTime() + lifeMs),
      is_mailed: isMailed,
      return_id: returnId ?? null,
    })
    .execute();
  return token;
}

/** Mailed ones stay for a day, because they are counted. The others would grow without end. */
async function endOlderLinks(db: Db, userId: string, at: Date, isMailed: boolean): Promise<void> {
  if (!isMailed) {
    await db
      .deleteFrom('password_links')
      .where('user_id', '=', userId)
      .where('is_mailed', '=', false)
      .execute();
    return;
  }
  await db
    .updateTable('password_links')
    .set({ replaced_at: at })
    .where('user_id', '=', userId)
    .where('is_mailed', '=', true)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Whether another mail with a link would be too many. Counts the replaced ones, too. product-rules 4.9. */
export async function hasManyLinks(db: Db, userId: string, at: Date): Promise<boolean> {
  const mailed = await db
    .selectFrom('password_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('is_mailed', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  return mailed.length >= mostMailedLinks;
}

const mostMailedLinks = 5;

export function resetUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token, email }).toString()}`;
}
