import type { BodyOf } from '#contract/endpoint.ts';
import type { dismissDuplicate as endpoint } from '#contract/duplicates/endpoints.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { storePairs } from './compare-members.ts';

/** Remembers that two members are not one person. A repeat changes nothing. product-rules 21.3. */
export async function dismissDuplicate(
  ctx: Context,
  { firstId, secondId }: BodyOf<typeof endpoint>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const one = await memberFor(inside, firstId);
    const other = await memberFor(inside, secondId);
    // The page of a member shows pairs that are not stored yet.
    await storePairs(db, [one.id]);
    const [first_id = '', second_id = ''] = [one.id, other.id].toSorted();
    const pair = await db
      .updateTable('duplicate_pairs')
      .set({ dismissed_at: at, dismissed_by: by?.userId ?? null })
      .where('first_id', '=', first_id)
      .where('second_id', '=', second_id)
      .where('dismissed_at', 'is', null)
      .returning('first_id')
      .executeTakeFirst();
    if (pair === undefined) return;
    for (const [member, twin] of [
      [one, other],
      [other, one],
    ] as const) {
      const after = { notDuplicateOf: auditSubject(twin).name };
      await recordAudit(inside, { action: 'dismissDuplicate', ...auditSubject(member), after });
    }
  });
}
