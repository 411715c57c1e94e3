import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  memberTypeInUse,
  memberTypeTexts,
  relativesHidden,
  updateMemberType as updating,
  type createMemberType as creating,
  type MemberType,
} from '#contract/member-types/endpoints.ts';
import { centsOf } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound, Refused, withNameTakenError } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { memberTypeOf, relativesOf, useOf } from './queries.ts';

/** Creates a type. It is offered immediately, unless it is created as retired. */
export async function createMemberType(
  ctx: Context,
  form: BodyOf<typeof creating>,
): Promise<MemberType> {
  return withTypeNameTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const { db, at } = inside;
      const row = await db
        .insertInto('member_types')
        .values({
          id: randomUUID(),
          name: form.name,
          description: form.description ?? '',
          fee_cents: centsOf(form.fee),
          is_family: form.isFamily ?? false,
          retired_at: form.isRetired === true ? at : null,
          fee_confirmed_at: at,
          created_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = memberTypeOf(row);
      const { id, name } = after;
      await recordAudit(inside, {
        action: 'createMemberType',
        subject: 'memberType',
        id,
        name,
        after,
      });
      return after;
    }),
  );
}

type Form = BodyOf<typeof updating>;

/**
 * An omitted field keeps its value. Issued invoices keep their amount. Hiding relatives needs an
 * explicit confirmation, to prevent accidents. product-rules 1.17, 5.18.
 */
export async function updateMemberType(
  ctx: Context,
  id: string,
  form: Form,
  ifMatch?: string,
): Promise<MemberType> {
  return withTypeNameTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const { db, at } = inside;
      const row = await lockMemberType(db, id);
      const before = memberTypeOf(row);
      assertNotStale(ifMatch, updating, before);
      if (row.is_family && form.isFamily === false) await refuseToHide(db, id, form);
      const retired = form.isRetired ?? before.isRetired;
      const changed = await db
        .updateTable('member_types')
        .set({
          name: form.name ?? row.name,
          description: form.description === null ? '' : (form.description ?? row.description),
          fee_cents: form.fee === undefined ? row.fee_cents : centsOf(form.fee),
          is_family: form.isFamily ?? row.is_family,
          retired_at: retired ? (row.retired_at ?? at) : null,
          // An administrator who saves a fee has seen it.
          fee_confirmed_at: row.fee_confirmed_at ?? (form.fee === undefined ? null : at),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = memberTypeOf(changed);
      const change = { subject: 'memberType', id: after.id, name: after.name } as const;
      await recordAudit(inside, { action: 'updateMemberType', ...change, before, after });
      return after;
    }),
  );
}

async function refuseToHide(db: Db, id: string, { hideRelatives }: Form): Promise<void> {
  if (hideRelatives === true) return;
  const { members, relatives } = await relativesOf(db, id);
  if (relatives === 0) return;
  const message = relativesHidden(members, relatives);
  throw new Refused('conflict', message, [{ field: 'isFamily', message }]);
}

/** Counts under the lock, so it waits for registrations with this type. */
export async function deleteMemberType(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = memberTypeOf(await lockMemberType(db, id));
    const use = await useOf(db, id);
    if (use.members + use.periods + use.invoices > 0) throw conflict(memberTypeInUse(use));
    await db.deleteFrom('member_types').where('id', '=', id).execute();
    const change = { subject: 'memberType', id: before.id, name: before.name } as const;
    await recordAudit(inside, { action: 'deleteMemberType', ...change, before });
  });
}

/** Until the transaction ends, no other transaction can change the type or start to use it. */
async function lockMemberType(db: Db, id: string): Promise<Selectable<Tables['member_types']>> {
  const row = await db
    .selectFrom('member_types')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(memberTypeTexts.notFound);
  return row;
}

/** Reports the violation of the unique constraint on names as a field error. */
function withTypeNameTakenError<T>(effect: () => Promise<T>): Promise<T> {
  const taken = { field: 'name', message: memberTypeTexts.nameTaken };
  return withNameTakenError('member_types_name_key', taken, effect);
}
