import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import type { AppliedRow, ImportJob } from '../import-kind.ts';
import type { PersonValues } from './plan.ts';
import { setPerson } from './set-person.ts';

/** What an import made of a member, as its row stores it. */
export interface MemberUndo {
  /** Of a new member. */
  userId?: string;
  consentIds?: string[];
  periodIds?: string[];
  /** Of a member who was there. */
  before?: PersonValues;
  after?: PersonValues;
  relativeIds?: string[];
  status?: {
    member_status_id: string;
    status_set_by: string | null;
    /** An instant, as JSON has it. */
    status_set_at: string | null;
  } | null;
}

/** Deletes the members that the import added, and restores the others. Their numbers are not used again. */
export async function undoMembers(ctx: Context, job: ImportJob, rows: AppliedRow[]) {
  const added = rows.filter(({ undo }) => 'userId' in undo);
  await deleteMembers(ctx, job, added);
  for (const row of rows.filter((one) => !added.includes(one))) await restoreMember(ctx, row);
}

async function deleteMembers(ctx: Context, job: ImportJob, rows: AppliedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { db } = ctx;
  const ids = rows.map(({ recordId }) => recordId);
  const undos = rows.map(({ undo }) => undo as MemberUndo);
  const consentIds = undos.flatMap((undo) => undo.consentIds ?? []);
  const userIds = undos.flatMap((undo) => undo.userId ?? []);
  await recordDeletions(ctx, job, rows);
  await db.deleteFrom('member_relatives').where('main_member_id', 'in', ids).execute();
  await db.deleteFrom('membership_periods').where('member_id', 'in', ids).execute();
  if (consentIds.length > 0) {
    await db.deleteFrom('consents').where('id', 'in', consentIds).execute();
  }
  await db.deleteFrom('members').where('id', 'in', ids).execute();
  await db.deleteFrom('users').where('id', 'in', userIds).execute();
}

async function recordDeletions(ctx: Context, { fileName }: ImportJob, rows: AppliedRow[]) {
  const ids = rows.map(({ recordId }) => recordId);
  const members = await ctx.db
    .selectFrom('members')
    .select(['id', 'number', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  const rowOf = new Map(rows.map(({ recordId, row }) => [recordId, row]));
  await recordMany(
    ctx,
    members.map(({ id, number, first_name, last_name }) => ({
      action: 'deleteMember',
      subject: 'member',
      id,
      name: `${first_name} ${last_name} (${membershipNumber(number ?? 0)})`,
      before: { importedFrom: texts.importedFrom(fileName, rowOf.get(id) ?? 0) },
    })),
  );
}

async function restoreMember(ctx: Context, { recordId, undo }: AppliedRow): Promise<void> {
  const { db } = ctx;
  const { before = {}, periodIds = [], relativeIds = [], status } = undo as MemberUndo;
  const member = await db
    .selectFrom('members')
    .select('user_id')
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (member === undefined) return;
  await setPerson(ctx, { memberId: recordId, userId: member.user_id, values: before });
  if (relativeIds.length > 0) {
    await db.deleteFrom('member_relatives').where('id', 'in', relativeIds).execute();
  }
  if (periodIds.length > 0) {
    await db.deleteFrom('membership_periods').where('id', 'in', periodIds).execute();
  }
  if (status) {
    const status_set_at = status.status_set_at === null ? null : new Date(status.status_set_at);
    await db
      .updateTable('members')
      .set({ ...status, status_set_at })
      .where('id', '=', recordId)
      .execute();
  }
}
