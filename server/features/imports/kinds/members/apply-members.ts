import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Context } from '#server/context.ts';
import { recordMany, recordAudit } from '#server/features/audit/record-audit.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import { readMember } from '#server/features/members/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AppliedGroup, CheckedGroup, ImportJob } from '../import-kind.ts';
import { addMembers, type AddedMember } from './add-members.ts';
import { insertPeriods, insertRelatives } from './insert-parts.ts';
import type { ChangedMember, MemberPlan, NewMember } from './plan.ts';
import { setPerson } from './set-person.ts';

type Planned = CheckedGroup<MemberPlan> & { plan: MemberPlan };

/** Adds and changes members, without mail. Each gets an entry in its history. */
export async function applyMembers(
  ctx: Context,
  job: ImportJob,
  groups: Planned[],
): Promise<AppliedGroup[]> {
  const plans = groups.map(({ plan }) => plan);
  const added = await addMembers(
    ctx,
    job,
    plans.filter((plan): plan is NewMember => plan.kind === 'new'),
  );
  await recordMany(
    ctx,
    added.map((one) => entryOf(job, one)),
  );
  const applied: AppliedGroup[] = added.map(({ plan, id, userId, periodIds, consentIds }) => ({
    row: plan.row.row,
    recordId: id,
    undo: { userId, periodIds, consentIds },
  }));
  for (const plan of plans) {
    if (plan.kind === 'change') applied.push(await changeMember(ctx, job, plan));
  }
  return applied;
}

function entryOf(job: ImportJob, { plan, id, number }: AddedMember) {
  const { row, type, statusName, memberSince, period } = plan;
  const { title, firstName, lastName, email, phone, postalAddress, zipCode } = row;
  const name = `${firstName} ${lastName} (${number})`;
  return {
    action: 'importMember',
    subject: 'member',
    id,
    name,
    after: {
      importedFrom: texts.importedFrom(job.fileName, row.row),
      membershipNumber: number,
      title,
      firstName,
      lastName,
      email,
      phone,
      postalAddress,
      zipCode,
      memberTypeName: type.name,
      memberStatusName: statusName,
      signupDate: memberSince,
      paidUntil: period?.endsOn ?? null,
    },
  } as const;
}

/** The values that an undo restores are stored as they were. */
async function changeMember(
  ctx: Context,
  job: ImportJob,
  plan: ChangedMember,
): Promise<AppliedGroup> {
  const { db } = ctx;
  const { member, row, period, relatives, before, after } = plan;
  const old = await readMember(db, member.id);
  const status = period === null ? null : await readStatus(db, member.id);
  await setPerson(ctx, { memberId: member.id, userId: member.userId, values: after });
  const periodIds = await insertPeriods(
    ctx,
    job,
    period === null ? [] : [{ memberId: member.id, typeId: member.typeId, period, isFree: false }],
  );
  if (period !== null) await followPeriod(ctx, member.id, period.endsOn);
  const relativeIds = await insertRelatives(
    ctx,
    relatives.map(({ seat, relative }) => ({ memberId: member.id, seat, relative })),
  );
  const now = await readMember(db, member.id);
  const importedFrom = texts.importedFrom(job.fileName, row.row);
  await recordAudit(ctx, {
    action: 'changeImported',
    ...auditSubject(now),
    before: old,
    after: { ...now, importedFrom },
  });
  return {
    row: row.row,
    recordId: member.id,
    undo: { before, after, periodIds, relativeIds, status },
  };
}

async function readStatus(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['member_status_id', 'status_set_by', 'status_set_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** As a payment does. A deactivated member stays deactivated. product-rules 5.14. */
async function followPeriod({ db, at }: Context, memberId: string, endsOn: string): Promise<void> {
  await db
    .updateTable('members')
    .set({
      member_status_id: statusIdOf(statusOn(dayOf(at), endsOn)),
      status_set_by: null,
      status_set_at: null,
    })
    .where('id', '=', memberId)
    .where('member_status_id', '<>', statusIdOf(statusNames.deactivated))
    .execute();
}
