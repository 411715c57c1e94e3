import { hasRole } from '#server/platform/access/permissions.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { violated } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { isCommonPassword } from './common-password.ts';
import { hashPassword } from './password-hash.ts';
import { firstLinkMs, makePasswordLink } from './password-links.ts';

export class AddressTaken extends Error {
  constructor(email: string) {
    super(`${email} is the sign-in of someone else. Set ADMIN_EMAIL to another address.`);
  }
}

export class AdminPasswordCommon extends Error {
  constructor() {
    super('ADMIN_PASSWORD is one of the most common passwords and easy to guess. Choose another.');
  }
}

interface FirstAdministrator {
  email: string;
  password: string | null;
  /** The demo's password may be a common one. */
  isDemo?: boolean;
}

/**
 * Creates the first administrator if there is none. While no administrator has a password, each start
 * returns the token of a new link that sets it. product-rules 2.8.
 */
export async function welcomeFirstAdministrator(
  ctx: Context,
  given: FirstAdministrator,
): Promise<{ email: string; token: string } | null> {
  const password_hash = given.password === null ? null : await hashPassword(given.password);
  return inTransaction(ctx, async ({ db, at }) => {
    // Two processes may start at the same time.
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.firstAdministrator})`.execute(db);
    const administrators = await db
      .selectFrom('users')
      .select(['id', 'email', 'password_hash'])
      .where(hasRole('Admin'))
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .execute();
    const [first] = administrators;
    if (administrators.some((administrator) => administrator.password_hash !== null)) return null;
    if (given.password !== null && given.isDemo !== true && isCommonPassword(given.password)) {
      throw new AdminPasswordCommon();
    }
    const id = first?.id ?? randomUUID();
    const { email } = given;
    if (password_hash !== null) {
      // A link that was printed earlier may be in a log, so it is invalidated.
      await db.deleteFrom('password_links').where('user_id', '=', id).execute();
    }
    if (first === undefined) {
      const names = { first_name: 'Administrator', last_name: '' };
      await db
        .insertInto('users')
        .values({ id, email, ...names, role: 'Admin', password_hash, created_at: at })
        .execute()
        .catch(refuseTaken(email));
    } else {
      // Until the first sign-in, the setting defines the administrator's address.
      await db
        .updateTable('users')
        .set({ email, password_hash })
        .where('id', '=', id)
        .execute()
        .catch(refuseTaken(email));
    }
    if (password_hash !== null) return null;
    return { email, token: await makePasswordLink(db, { id, email }, at, firstLinkMs) };
  });
}

function refuseTaken(email: string) {
  return (error: unknown): never => {
    throw violated(error) === 'users_email_key' ? new AddressTaken(email) : error;
  };
}
