import { isByStaff } from '#server/platform/access/permissions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import {
  memberCan,
  memberTexts,
  updateMember as endpoint,
  type Member,
} from '#contract/members/endpoints.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { changeEmail } from '#server/features/auth/change-email.ts';
import { invite, replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import { assertFieldNotStale, assertNotStale, changeOf } from '#server/platform/http/version.ts';
import { otherTypeReason, voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import type { Context } from '#server/context.ts';
import { auditSubject } from './audit-subject.ts';
import { lockCurrentMemberFor } from './member-access.ts';
import { readMember } from './queries.ts';
import { changeStatus } from './periods/manual-status.ts';
import { startFreePeriod } from './periods/start-free-period.ts';

type Form = BodyOf<typeof endpoint>;

/**
 * An omitted field keeps its value, `null` clears it. Fields that a Member may not change are ignored,
 * because the form always sends them. product-rules 1.17, 3.9.
 */
export async function updateMember(
  ctx: Context,
  id: string,
  form: Form,
  ifMatch?: string,
): Promise<Member> {
  return withEmailTakenError(() =>
    inTransaction(ctx, async (inside) => {
      const before = await lockCurrentMemberFor(inside, id);
      assertNotStale(ifMatch, endpoint, before);
      await changePerson(inside, before, form);
      await changeAddress(inside, before, form.email);
      await changeType(inside, before, form, ifMatch);
      if (isByStaff(inside)) {
        await changeStatus(inside, before, { ...form, ...statusIn(form, before, ifMatch) });
      }
      const after = await readMember(inside.db, id);
      await recordAudit(inside, { action: 'updateMember', ...auditSubject(after), before, after });
      return after;
    }),
  );
}

async function changePerson(ctx: Context, member: Member, form: Form): Promise<void> {
  const { db } = ctx;
  const names = {
    first_name: form.firstName ?? member.firstName,
    last_name: form.lastName ?? member.lastName,
  };
  const phone = kept(form.phone, member.phone);
  await db
    .updateTable('members')
    .set({
      ...names,
      phone,
      title: kept(form.title, member.title),
      postal_address: kept(form.postalAddress, member.postalAddress),
      zip_code: kept(form.zipCode, member.zipCode),
      ...(isByStaff(ctx) &&
        form.correctedProvince !== undefined && {
          corrected_province: form.correctedProvince || null,
        }),
    })
    .where('id', '=', member.id)
    .execute();
  await db
    .updateTable('users')
    .set({ ...names, phone_number: phone })
    .where('id', '=', member.userID)
    .execute();
}

function kept(given: string | null | undefined, value: string): string {
  return given === undefined ? value : (given ?? '');
}

/** A form that sends the status it was filled with does not set it: a payment may have changed it since. */
function statusIn(form: Form, { memberStatusID: current }: Member, ifMatch?: string) {
  const sent = form.memberStatusID?.toLowerCase() || current;
  return { memberStatusID: changeOf(ifMatch, endpoint, 'memberStatusID', { current, sent }) };
}

/** Voids the open invoice, because it is for the old type. product-rules 5.25, 6.14. */
async function changeType(
  ctx: Context,
  member: Member,
  form: Form,
  ifMatch?: string,
): Promise<void> {
  const isStaff = isByStaff(ctx);
  const current = member.memberTypeID;
  const sent = form.memberTypeID?.toLowerCase() ?? current;
  const chosen = changeOf(ifMatch, endpoint, 'memberTypeID', { current, sent });
  if (chosen === undefined) return;
  if (!memberCan.changeType(isStaff, member.memberStatusName)) {
    // The form may have offered the types before a payment arrived.
    assertFieldNotStale(ifMatch, endpoint, 'memberStatusID', member.memberStatusID);
    return;
  }
  const type = await findMemberType(ctx.db, chosen);
  if (type === undefined) throw badField('memberTypeID', memberTexts.noType);
  if (type.retired_at !== null && !isStaff) {
    throw badField('memberTypeID', registrationTexts.typeRetired);
  }
  await ctx.db
    .updateTable('members')
    .set({ member_type_id: type.id })
    .where('id', '=', member.id)
    .execute();
  await voidMembershipInvoice(ctx, member.id, otherTypeReason);
  // A Member renews a free type with Save and Renew.
  if (isStaff && type.fee_cents === 0) {
    await startFreePeriod(ctx, { memberId: member.id, memberTypeId: type.id });
  }
}

/** A member without a password is invited at the new address. The old invitation is invalidated. */
async function changeAddress(ctx: Context, member: Member, email = member.email): Promise<void> {
  if (email === member.email) return;
  const name = `${member.firstName} ${member.lastName}`;
  await changeEmail(ctx, { userId: member.userID, email: member.email, name }, email);
  if (member.hasPassword) return;
  const userId = await replaceSignIn(ctx, member.userID);
  if (member.memberStatusName !== statusNames.deactivated) {
    const { firstName, lastName } = await readMember(ctx.db, member.id);
    await invite(ctx, { userId, email, firstName, lastName });
  }
}
