import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { createMemberType as endpoint, MemberType } from '#contract/member-types/endpoints.ts';
import { noteChange } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Work } from '#server/context.ts';
import { memberTypeOf } from './queries.ts';
import { refusingTakenName } from './taken-name.ts';

/** A type that is added is offered from then on, unless it is retired at once. */
export async function createMemberType(
  work: Work,
  form: BodyOf<typeof endpoint>,
): Promise<MemberType> {
  return refusingTakenName(() =>
    inTransaction(work, async (inside) => {
      const { db, at } = inside;
      const row = await db
        .insertInto('member_types')
        .values({
          id: randomUUID(),
          name: form.name,
          description: form.description ?? '',
          fee_cents: Math.round(form.fee * 100),
          is_family: form.isFamily ?? false,
          retired_at: form.isRetired === true ? at : null,
          created_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = memberTypeOf(row);
      const { id, name } = after;
      await noteChange(inside, {
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
