import { emailTexts } from '#contract/auth/endpoints.ts';
import { Refused, withNameTakenError } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isReturnWaiting } from './return-link.ts';

/**
 * Whether a user has this address. An archived member may register again, once: the reply must not show
 * who was a member before. product-rules 5.23.
 */
export async function emailExists(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('members', 'members.user_id', 'users.id')
    .where('users.email', '=', email)
    .where('users.removed_at', 'is', null)
    .where('members.archived_at', 'is', null)
    .select('users.id')
    .executeTakeFirst();
  return row !== undefined || isReturnWaiting(db, email);
}

export function emailTaken(): Refused {
  const error = { field: 'email', message: emailTexts.taken };
  return new Refused('conflict', error.message, [error]);
}

/** Reports the violation of the unique constraint on addresses as an error of the email field. */
export function withEmailTakenError<T>(effect: () => Promise<T>): Promise<T> {
  const taken = { field: 'email', message: emailTexts.taken };
  return withNameTakenError('users_email_key', taken, effect);
}
