import { dayOf } from '#contract/days.ts';
import { renewTexts } from '#contract/renewals/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { conflict } from '#server/errors.ts';
import { addPeriod, lastPeriod } from '#server/features/members/periods/add-period.ts';
import { addDays } from '#contract/calendar.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { readMember } from '#server/features/members/queries.ts';
import { dueBefore } from '#server/features/members/periods/status-on-day.ts';
import type { Context } from '#server/context.ts';
import type { RenewingMember } from './renewing-member.ts';

/** Adds the next period of a free type, but not before it is due. product-rules 5.24. */
export async function renewForFree(ctx: Context, member: RenewingMember): Promise<null> {
  const last = await lastPeriod(ctx.db, member.id);
  if (last !== null && last.endsOn > addDays(dayOf(ctx.at), dueBefore)) {
    throw conflict(renewTexts.freeRunsOn);
  }
  const before = await readMember(ctx.db, member.id);
  await addPeriod(ctx, {
    memberId: member.id,
    memberTypeId: member.member_type_id,
    feeCents: 0,
    invoiceId: null,
  });
  const after = await readMember(ctx.db, member.id);
  await recordAudit(ctx, { action: 'renewFreeMembership', ...auditSubject(before), before, after });
  return null;
}
