import { renewTexts } from '#contract/renewals/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { conflict } from '#server/errors.ts';
import { startFreePeriod } from '#server/features/members/periods/start-free-period.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { readMember } from '#server/features/members/queries.ts';
import type { Context } from '#server/context.ts';
import type { RenewingMember } from './renewing-member.ts';

/** Adds the next period of a free type, but not before it is due. product-rules 5.24. */
export async function renewForFree(ctx: Context, member: RenewingMember): Promise<null> {
  const before = await readMember(ctx.db, member.id);
  const period = { memberId: member.id, memberTypeId: member.member_type_id };
  if (!(await startFreePeriod(ctx, period))) throw conflict(renewTexts.freeRunsOn);
  const after = await readMember(ctx.db, member.id);
  await recordAudit(ctx, { action: 'renewFreeMembership', ...auditSubject(before), before, after });
  return null;
}
