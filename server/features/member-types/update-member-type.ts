import type { BodyOf } from '#contract/endpoint.ts';
import {
  relativesHidden,
  updateMemberType as endpoint,
  type MemberType,
} from '#contract/member-types/endpoints.ts';
import { noteChange } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { Refused } from '#server/errors.ts';
import { refuseStale } from '#server/platform/http/version.ts';
import type { Work } from '#server/context.ts';
import { lockMemberType } from './lock-member-type.ts';
import { memberTypeOf, relativesOf } from './queries.ts';
import { refusingTakenName } from './taken-name.ts';

type Form = BodyOf<typeof endpoint>;

/**
 * A field left out keeps its value. Issued invoices keep their amount. Relatives are hidden only when
 * that is said to be meant: nobody's children vanish by a stray click. Rules §1, §5.
 */
export async function updateMemberType(
  work: Work,
  id: string,
  form: Form,
  ifMatch?: string,
): Promise<MemberType> {
  return refusingTakenName(() =>
    inTransaction(work, async (inside) => {
      const { db, at } = inside;
      const row = await lockMemberType(db, id);
      const before = memberTypeOf(row);
      refuseStale(ifMatch, endpoint, before);
      if (row.is_family && form.isFamily === false) await refuseToHide(db, id, form);
      const retired = form.isRetired ?? before.isRetired;
      const changed = await db
        .updateTable('member_types')
        .set({
          name: form.name ?? row.name,
          description: form.description === null ? '' : (form.description ?? row.description),
          fee_cents: form.fee === undefined ? row.fee_cents : Math.round(form.fee * 100),
          is_family: form.isFamily ?? row.is_family,
          retired_at: retired ? (row.retired_at ?? at) : null,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = memberTypeOf(changed);
      const change = { subject: 'memberType', id: after.id, name: after.name } as const;
      await noteChange(inside, { action: 'updateMemberType', ...change, before, after });
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
