import { dayOf } from '#contract/days.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lastPeriod } from './add-period.ts';
import { statusOn } from './status-on-day.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import type { Context } from '#server/context.ts';
import { auditSubject } from '../audit-subject.ts';
import { lockCurrentMemberFor } from '../member-access.ts';
import { readMember } from '../queries.ts';

/** Replaces a manual status, also Deactivated, with the automatic one. product-rules 5.12. */
export async function returnToAutomaticStatus(ctx: Context, id: string): Promise<Member> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const before = await lockCurrentMemberFor(inside, id);
    const last = await lastPeriod(db, id);
    await db
      .updateTable('members')
      .set({
        member_status_id: statusIdOf(statusOn(dayOf(at), last?.endsOn ?? null)),
        status_set_by: null,
        status_set_at: null,
        deactivated_reason: null,
      })
      .where('id', '=', id)
      .execute();
    const after = await readMember(db, id);
    const action = 'returnToAutomaticStatus';
    await recordAudit(inside, { action, ...auditSubject(after), before, after });
    return after;
  });
}
