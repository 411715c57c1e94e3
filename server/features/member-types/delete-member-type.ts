import { memberTypeInUse } from '#contract/member-types/endpoints.ts';
import { noteChange } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import type { Work } from '#server/context.ts';
import { lockMemberType } from './lock-member-type.ts';
import { memberTypeOf, useOf } from './queries.ts';

/** Counted under the lock: who is registering with the type is waited for, and is told if it went. */
export async function deleteMemberType(work: Work, id: string): Promise<void> {
  await inTransaction(work, async (inside) => {
    const { db } = inside;
    const before = memberTypeOf(await lockMemberType(db, id));
    const use = await useOf(db, id);
    if (use.members + use.periods + use.invoices > 0) throw conflict(memberTypeInUse(use));
    await db.deleteFrom('member_types').where('id', '=', id).execute();
    const change = { subject: 'memberType', id: before.id, name: before.name } as const;
    await noteChange(inside, { action: 'deleteMemberType', ...change, before });
  });
}
