import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  memberStatusInUse,
  memberStatusTexts,
  updateMemberStatus as updating,
  type createMemberStatus as creating,
  type MemberStatus,
} from '#contract/member-statuses/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound, withNameTakenError } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';
import { memberStatusOf } from './queries.ts';

const taken = { field: 'name', message: memberStatusTexts.nameTaken };
const nameKey = 'member_statuses_name_key';

/** Creates a custom status. Only an administrator can set it on a member. */
export async function createMemberStatus(
  ctx: Context,
  { name }: BodyOf<typeof creating>,
): Promise<MemberStatus> {
  return withNameTakenError(nameKey, taken, () =>
    inTransaction(ctx, async (inside) => {
      const row = await inside.db
        .insertInto('member_statuses')
        .values({ id: randomUUID(), name, created_at: inside.at })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = memberStatusOf(row);
      await recordAudit(inside, { action: 'createMemberStatus', ...subjectOf(after), after });
      return after;
    }),
  );
}

/** Renames a custom status. Saving a built-in status with its own name is not refused. */
export async function updateMemberStatus(
  ctx: Context,
  id: string,
  form: BodyOf<typeof updating>,
  ifMatch?: string,
): Promise<MemberStatus> {
  return withNameTakenError(nameKey, taken, () =>
    inTransaction(ctx, async (inside) => {
      const before = await lockStatus(inside.db, id);
      assertNotStale(ifMatch, updating, before);
      const name = form.name ?? before.name;
      if (before.isBuiltIn && name !== before.name) throw conflict(memberStatusTexts.builtIn);
      await inside.db.updateTable('member_statuses').set({ name }).where('id', '=', id).execute();
      const after = { ...before, name };
      await recordAudit(inside, {
        action: 'updateMemberStatus',
        ...subjectOf(after),
        before,
        after,
      });
      return after;
    }),
  );
}

/** Counts under the lock, so it waits for transactions that assign the status. */
export async function deleteMemberStatus(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = await lockStatus(db, id);
    if (before.isBuiltIn) throw conflict(memberStatusTexts.builtIn);
    const { members, archived } = await whoHas(db, id);
    if (members > 0) throw conflict(memberStatusInUse(members, archived));
    await db.deleteFrom('member_statuses').where('id', '=', id).execute();
    await recordAudit(inside, { action: 'deleteMemberStatus', ...subjectOf(before), before });
  });
}

async function lockStatus(db: Db, id: string): Promise<MemberStatus> {
  const row = await db
    .selectFrom('member_statuses')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(memberStatusTexts.notFound);
  return memberStatusOf(row);
}

async function whoHas(db: Db, id: string) {
  return db
    .selectFrom('members')
    .where('member_status_id', '=', id)
    .select([sql<number>`count(*)`.as('members'), sql<number>`count(archived_at)`.as('archived')])
    .executeTakeFirstOrThrow();
}

function subjectOf({ id, name }: MemberStatus) {
  return { subject: 'memberStatus', id, name } as const;
}
