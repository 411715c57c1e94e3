import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/platform/db/pool.ts';

/** Lifetime of a mailed link. The first administrator's printed link lasts a day. product-rules 4.8. */
export const mailedLinkMs = 30 * 60_000;
/** The user already has the first-password page open. */
export const firstPasswordMs = 10 * 60_000;
export const firstLinkMs = 24 * 3_600_000;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new token for a link that sets the password: 256 random bits. Only the hash is stored. */
export async function makePasswordLink(
  db: Db,
  user: { id: string; email: string },
  at: Date,
  lifeMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      email: user.email,
      expires_at: new Date(at.getTime() + lifeMs),
      used_at: null,
    })
    .execute();
  return token;
}

export function resetUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token, email }).toString()}`;
}
