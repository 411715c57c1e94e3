import { adminRole, joinRoles, rolesOf, staffRolesOf } from '#contract/roles.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { updateUser as endpoint, userTexts, type User } from '#contract/users/endpoints.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { changeEmail } from '#server/features/auth/change-email.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound, Refused, sentences } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';
import { findUser, isMembers, lockAdministrators, userName } from './queries.ts';

/**
 * Changes a user of the administrators' side. A member's names and address are changed with the member. An omitted
 * field keeps its value, `null` clears the phone number. product-rules 1.17.
 */
export async function updateUser(
  ctx: Context,
  id: string,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<User> {
  return withEmailTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const { db } = inside;
      // First, or two administrators who change each other's roles would wait for each other.
      const administrators = form.roles === undefined ? [] : await lockAdministrators(db);
      const before = await lockUser(db, id);
      if (await isMembers(db, id)) throw conflict(userTexts.memberChanges);
      assertNotStale(ifMatch, endpoint, before);
      const after = {
        ...before,
        firstName: form.firstName ?? before.firstName,
        lastName: form.lastName ?? before.lastName,
        phoneNumber: form.phoneNumber === undefined ? before.phoneNumber : (form.phoneNumber ?? ''),
        email: form.email ?? before.email,
      };
      const role = joinRoles(form.roles ?? staffRolesOf(before.roles));
      after.roles = rolesOf(role);
      after.role = after.roles.join(', ');
      if (after.role !== before.role) await changeRoles(inside, { before, after, administrators });
      if (after.email !== before.email) {
        assertProved(inside);
        const signIn = { userId: id, email: before.email, name: userName(before) };
        await changeEmail(inside, signIn, after.email);
        // After it: somebody else may read the old mailbox, which gets a mail without the new address.
        await tellAdministrators(inside, 'administratorAddress', {
          about: userName(before),
          before: before.email,
          after: after.email,
        });
      }
      await db
        .updateTable('users')
        .set({
          first_name: after.firstName,
          last_name: after.lastName,
          phone_number: after.phoneNumber,
          role,
        })
        .where('id', '=', id)
        .execute();
      await recordAudit(inside, {
        action: 'updateUser',
        subject: 'user',
        id,
        name: userName(after),
        before,
        after,
      });
      return after;
    }),
  );
}

/** The sessions end, because they show what the earlier roles allow. product-rules 3.20. */
async function changeRoles(
  ctx: Context,
  { before, after, administrators }: { before: User; after: User; administrators: string[] },
): Promise<void> {
  const { db, at, by } = ctx;
  assertProved(ctx);
  // The caller may have lost the role while this call waited for the lock.
  if (by !== null && !administrators.includes(by.userId)) {
    throw new Refused('signedOut', sentences.signedOut);
  }
  if (!after.roles.includes(adminRole)) {
    if (administrators.every((id) => id === before.id)) throw conflict(userTexts.lastAdminStays);
    if (before.id === by?.userId) throw conflict(userTexts.ownAdminStays);
  }
  const facts = { about: userName(before), before: before.role, after: after.role };
  await tellAdministrators(ctx, 'rolesChanged', facts, before);
  await endAllSessions(db, at, before.id);
}

/** Locks the user, so that concurrent changes run one after the other. */
export async function lockUser(db: Db, id: string): Promise<User> {
  await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const user = await findUser(db, id);
  if (user === undefined) throw notFound(userTexts.notFound);
  return user;
}
