import { dayOf } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { memberTexts, type Member } from '#contract/members/endpoints.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { badField } from '#server/errors.ts';
import { addPeriod, lastPeriod } from './add-period.ts';
import type { Context } from '#server/context.ts';

/** The two fields that only administrators can change. An empty status does not change it. */
interface StatusForm {
  memberStatusID?: string | null | undefined;
  deactivatedReason?: string | null | undefined;
}

/**
 * Only a change sets the status manually. Deactivated needs a reason and ends the sessions; another
 * status clears the reason. The member must be locked and `member` current. Returns the name of the
 * status. product-rules 5.12, 5.14.
 */
export async function changeStatus(
  ctx: Context,
  member: Member,
  form: StatusForm,
): Promise<string> {
  const { db, at } = ctx;
  const chosen = form.memberStatusID?.toLowerCase() || emptyId;
  const isChange = chosen !== emptyId && chosen !== member.memberStatusID;
  const name = isChange ? await setByHand(ctx, member, chosen) : member.memberStatusName;
  const isDeactivated = name === statusNames.deactivated;
  const isLifted = member.memberStatusName === statusNames.deactivated && !isDeactivated;
  const given =
    form.deactivatedReason === undefined ? member.deactivatedReason : form.deactivatedReason;
  const reason = isLifted ? null : given || null;
  if (isDeactivated && reason === null) {
    throw badField('deactivatedReason', memberTexts.noReason);
  }
  if (reason !== member.deactivatedReason) {
    await db
      .updateTable('members')
      .set({ deactivated_reason: reason })
      .where('id', '=', member.id)
      .execute();
  }
  if (isChange && isDeactivated) await endAllSessions(db, at, member.userID);
  return name;
}

/** Returns the name of the status. */
async function setByHand(
  { by, ...work }: Context,
  member: Member,
  chosen: string,
): Promise<string> {
  const { db, at } = work;
  const status = await db
    .selectFrom('member_statuses')
    .select(['id', 'name'])
    .where('id', '=', chosen)
    .executeTakeFirst();
  if (by === null || status === undefined) throw badField('memberStatusID', memberTexts.noStatus);
  if (status.name === statusNames.active) await enterPeriod({ by, ...work }, member, by.userId);
  await db
    .updateTable('members')
    .set({ member_status_id: status.id, status_set_by: by.userId, status_set_at: at })
    .where('id', '=', member.id)
    .execute();
  return status.name;
}

/** Setting Active manually without a current period adds an unpaid one. product-rules 5.13. */
async function enterPeriod(ctx: Context, { id }: Member, enteredBy: string): Promise<void> {
  const { db, at } = ctx;
  const last = await lastPeriod(db, id);
  if (last !== null && last.endsOn >= dayOf(at)) return;
  const { member_type_id } = await db
    .selectFrom('members')
    .select('member_type_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await addPeriod(ctx, {
    memberId: id,
    memberTypeId: member_type_id,
    feeCents: 0,
    invoiceId: null,
    enteredBy,
  });
}
