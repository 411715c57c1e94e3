import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import {
  memberTexts,
  type createMember as endpoint,
  type Member,
} from '#contract/members/endpoints.ts';
import { membershipNumber } from '#contract/numbers.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { invite } from '#server/features/auth/invitation/invite.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { takeNumber } from '#server/platform/db/take-number.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import { makeMember, type Person } from './make-member.ts';
import { returnFromArchive } from './return-from-archive.ts';
import type { Context } from '#server/context.ts';
import { auditSubject } from './audit-subject.ts';
import { readMember } from './queries.ts';
import { changeStatus } from './periods/manual-status.ts';

type Form = BodyOf<typeof endpoint>;

/**
 * Creates a member without a password, with a membership number, and mails an invitation. An archived
 * member with this address gets the old record and number back. product-rules 4.11, 5.15, 5.22.
 */
export async function createMember(ctx: Context, form: Form): Promise<Member> {
  const type = await findMemberType(ctx.db, form.memberTypeID);
  if (type === undefined) throw badField('memberTypeID', memberTexts.noType);
  return withEmailTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const { db } = inside;
      const person = personOf(form);
      const returned = await returnFromArchive(inside, person);
      const id = returned ?? (await makeMember(inside, { ...person, password_hash: null }));
      if (returned !== null) await chooseType(inside, id, type.id);
      const entered = await readMember(db, id);
      const status = await changeStatus(inside, entered, form);
      if (returned === null && status !== statusNames.deactivated) {
        await invite(inside, { ...person, userId: entered.userID });
      }
      const after = await numbered(inside, id);
      await recordAudit(inside, { action: 'createMember', ...auditSubject(after), after });
      return after;
    }),
  );
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
  };
}

/** The administrator's choice replaces the type of a paid period that still runs. */
async function chooseType({ db }: Context, id: string, member_type_id: string): Promise<void> {
  await db.updateTable('members').set({ member_type_id }).where('id', '=', id).execute();
}

/** Takes the number last, because other transactions wait for the counter. */
async function numbered({ db }: Context, id: string): Promise<Member> {
  const member = await readMember(db, id);
  if (member.membershipNumber !== null) return member;
  const number = await takeNumber(db, 'member');
  await db.updateTable('members').set({ number }).where('id', '=', id).execute();
  return { ...member, membershipNumber: membershipNumber(number) };
}
