import { randomUUID } from 'node:crypto';
import { adminRole, joinRoles } from '#contract/roles.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { userTexts, type createUser as endpoint, type User } from '#contract/users/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { hashPassword } from '#server/features/auth/password-hash.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { notFound } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { describe, findUser, userName } from './queries.ts';

/** Creates a user of the administrators' side, who can then sign in with this password. */
export async function createUser(ctx: Context, form: BodyOf<typeof endpoint>): Promise<User> {
  const roles = form.roles ?? [adminRole];
  const password_hash = await hashPassword(form.password, ctx.origin?.client);
  return withEmailTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const { db, at } = inside;
      const id = randomUUID();
      await tellAdministrators(inside, 'administratorAdded', {
        about: `${describe(form)}: ${roles.join(', ')}`,
      });
      await db
        .insertInto('users')
        .values({
          id,
          email: form.email,
          first_name: form.firstName,
          last_name: form.lastName,
          phone_number: form.phoneNumber ?? '',
          role: joinRoles(roles),
          password_hash,
          created_at: at,
        })
        .execute();
      const user = await findUser(db, id);
      if (user === undefined) throw notFound(userTexts.notFound);
      await recordEvent(inside, {
        kind: 'administratorAdded',
        userId: inside.by?.userId ?? null,
        detail: userName(user),
      });
      await recordAudit(inside, {
        action: 'createUser',
        subject: 'user',
        id,
        name: userName(user),
        after: user,
      });
      return user;
    }),
  );
}
