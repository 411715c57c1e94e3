import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses.ts';
import { memberTexts, type Member } from '#contract/members.ts';
import { noteChange } from '../audit/note-change.ts';
import { endAllSessions } from '../auth/sessions.ts';
import { inTransaction } from '../db/transaction.ts';
import { badField } from '../errors.ts';
import { addPeriod, lastPeriod } from '../members/add-period.ts';
import { statusOn } from '../members/status.ts';
import { statusId } from '../member-statuses/queries.ts';
import type { Caller, Work } from '../work.ts';
import { existingMember, lockMember, subjectOf } from './lock-member.ts';

/**
 * Only a change sets the status by hand. Active where no period runs enters one; Deactivated ends
 * the sessions. The member is locked. Rules §5.
 */
export async function setStatusByHand(
  work: Work,
  by: Caller,
  { id, userID, memberTypeID }: Pick<Member, 'id' | 'userID' | 'memberTypeID'>,
  memberStatusID: string,
): Promise<void> {
  const { db, at } = work;
  const status = await db
    .selectFrom('member_statuses')
    .select(['id', 'name'])
    .where('id', '=', memberStatusID)
    .executeTakeFirst();
  if (status === undefined) throw badField('memberStatusID', memberTexts.noStatus);
  const last = await lastPeriod(db, id);
  const isRunning = last !== null && last.endsOn >= dayOf(at);
  if (status.name === statusNames.active && !isRunning) {
    await addPeriod(work, {
      memberId: id,
      memberTypeId: memberTypeID,
      feeCents: 0,
      invoiceId: null,
      enteredBy: by.userId,
    });
  }
  await db
    .updateTable('members')
    .set({ member_status_id: status.id, status_set_by: by.userId, status_set_at: at })
    .where('id', '=', id)
    .execute();
  if (status.name === statusNames.deactivated) await endAllSessions(db, at, userID);
}

/** Lets the status follow the periods again, Deactivated too. Rules §5. */
export async function returnToAutomaticStatus(work: Work, id: string): Promise<Member> {
  return inTransaction(work, async (inside) => {
    const { db, at } = inside;
    const before = await lockMember(inside, id);
    const last = await lastPeriod(db, id);
    await db
      .updateTable('members')
      .set({
        member_status_id: await statusId(db, statusOn(dayOf(at), last?.endsOn ?? null)),
        status_set_by: null,
        status_set_at: null,
        deactivated_reason: null,
      })
      .where('id', '=', id)
      .execute();
    const after = await existingMember(db, id);
    await noteChange(inside, {
      action: 'returnToAutomaticStatus',
      ...subjectOf(after),
      before,
      after,
    });
    return after;
  });
}
