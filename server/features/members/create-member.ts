import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import {
  memberTexts,
  type createMember as endpoint,
  type Member,
} from '#contract/members/endpoints.ts';
import { membershipNumber } from '#contract/numbers.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { invite, queueInvitation, replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import { feeOfType, makeMember, withMissingTypeError, type Person } from './make-member.ts';
import { lockArchivedMember } from './await-return.ts';
import { applyPerson, dropReturn, unarchive } from './return-from-archive.ts';
import type { Context } from '#server/context.ts';
import { assignNumber } from './assign-number.ts';
import { auditSubject } from './audit-subject.ts';
import { readMember } from './queries.ts';
import { changeStatus } from './periods/manual-status.ts';
import { startFreePeriod } from './periods/start-free-period.ts';

type Form = BodyOf<typeof endpoint>;

/**
 * Creates a member without a password, with a membership number, and mails an invitation. A free type is
 * active at once. An archived member with this address gets the old record and number back.
 * product-rules 4.11, 5.15, 5.22, 5.25.
 */
export async function createMember(ctx: Context, form: Form): Promise<Member> {
  const noType = () => badField('memberTypeID', memberTexts.noType);
  const effect = async (inside: Context) => {
    const { db, at } = inside;
    const person = personOf(form);
    const archived = await lockArchivedMember(db, person.email);
    if (archived !== undefined) return bringBack(inside, archived.id, form);
    const { id, feeCents } = await makeMember(inside, {
      ...person,
      password_hash: null,
      invited_at: at,
    });
    if (feeCents === 0) {
      await startFreePeriod(inside, { memberId: id, memberTypeId: form.memberTypeID });
    }
    const entered = await readMember(db, id);
    const status = await changeStatus(inside, entered, form);
    const isInvited = status !== statusNames.deactivated;
    if (isInvited) await queueInvitation(inside, { ...person, userId: entered.userID });
    else await withhold(inside, entered);
    const isAsEntered = !form.memberStatusID && !form.deactivatedReason;
    const after = await numbered(db, isAsEntered ? entered : await readMember(db, id));
    await recordAudit(inside, { action: 'createMember', ...auditSubject(after), after });
    return after;
  };
  return withEmailTakenError(() => withMissingTypeError(noType, () => inTransaction(ctx, effect)));
}

/**
 * An archived member whom an administrator enters again: the old record with the entered details. The
 * relatives stay, and Deactivated too unless the form has another status. product-rules 5.22.
 */
async function bringBack(ctx: Context, id: string, form: Form): Promise<Member> {
  const { db } = ctx;
  const person = personOf(form);
  const before = await readMember(db, id);
  await unarchive(ctx, id);
  await dropReturn(ctx, id);
  await voidMembershipInvoice(ctx, id, 'Registered again');
  await applyPerson(ctx, before, person);
  await db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', before.userID)
    .execute();
  const userId = await replaceSignIn(ctx, before.userID);
  const { feeCents } = await chooseType(ctx, id, form.memberTypeID);
  if (feeCents === 0) {
    await startFreePeriod(ctx, { memberId: id, memberTypeId: form.memberTypeID });
  }
  const { memberStatusID, deactivatedReason } = form;
  const status = await changeStatus(ctx, await readMember(db, id), {
    memberStatusID,
    // An empty one of a form that chose no status is no new reason.
    deactivatedReason: deactivatedReason || undefined,
  });
  const isInvited = status !== statusNames.deactivated;
  if (isInvited) await invite(ctx, { ...person, userId, isReturn: true });
  const after = await numbered(db, await readMember(db, id));
  await recordAudit(ctx, { action: 'restoreMember', ...auditSubject(after), before, after });
  return after;
}

function personOf(form: Form): Person {
  return {
    memberTypeId: form.memberTypeID,
    title: form.title ?? '',
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    phone: form.phone ?? '',
    postalAddress: form.postalAddress ?? '',
    zipCode: form.zipCode ?? '',
    correctedProvince: form.correctedProvince,
  };
}

/** The administrator's choice replaces the type of a paid period that still runs. */
async function chooseType({ db }: Context, id: string, member_type_id: string) {
  return db
    .updateTable('members')
    .set({ member_type_id })
    .where('id', '=', id)
    .returning((row) => ['id', feeOfType(row).as('feeCents')])
    .executeTakeFirstOrThrow();
}

/** A member who is entered as deactivated is not invited. */
async function withhold({ db }: Context, { userID }: Member): Promise<void> {
  await db.updateTable('users').set({ invited_at: null }).where('id', '=', userID).execute();
}

/** Takes the number last, because other transactions wait for the counter. */
async function numbered(db: Db, member: Member): Promise<Member> {
  if (member.membershipNumber !== null) return member;
  return { ...member, membershipNumber: membershipNumber(await assignNumber(db, member.id)) };
}
