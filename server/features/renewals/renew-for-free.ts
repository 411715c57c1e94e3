import { dayOf } from '#contract/days.ts';
import { renewTexts } from '#contract/renewals/endpoints.ts';
import { noteChange } from '#server/features/audit/record-audit.ts';
import { conflict } from '#server/errors.ts';
import { addPeriod, lastPeriod } from '#server/features/members/periods/add-period.ts';
import { addDays } from '#contract/calendar.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { readMember } from '#server/features/members/queries.ts';
import { dueBefore } from '#server/features/members/periods/status-on-day.ts';
import type { Work } from '#server/context.ts';
import type { RenewingMember } from './renewing-member.ts';

/** Adds the next period of a free type, once it is time: nobody gathers years in advance. Rules §5. */
export async function renewForFree(work: Work, member: RenewingMember): Promise<null> {
  const last = await lastPeriod(work.db, member.id);
  if (last !== null && last.endsOn > addDays(dayOf(work.at), dueBefore)) {
    throw conflict(renewTexts.freeRunsOn);
  }
  const before = await readMember(work.db, member.id);
  await addPeriod(work, {
    memberId: member.id,
    memberTypeId: member.member_type_id,
    feeCents: 0,
    invoiceId: null,
  });
  const after = await readMember(work.db, member.id);
  await noteChange(work, { action: 'renewFreeMembership', ...auditSubject(before), before, after });
  return null;
}
