import { dayOf } from '#contract/days.ts';
import { invite } from '#server/features/auth/invitation/invite.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { lastPeriod } from './periods/add-period.ts';
import { statusOn } from './periods/status-on-day.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import type { Context } from '#server/context.ts';
import { memberColumns, type Person } from './make-member.ts';

/**
 * An archived member who registers again gets the old record and number back. The address is not
 * verified, so the password is ignored, and a link that sets one is mailed. product-rules 5.22.
 */
export async function returnFromArchive(ctx: Context, person: Person): Promise<string | null> {
  const { db, at } = ctx;
  const member = await db
    .selectFrom('members')
    .select(['id', 'user_id'])
    .where('email', '=', person.email)
    .where('archived_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (member === undefined) return null;
  const last = await lastPeriod(db, member.id);
  const { signup_date: _kept, member_type_id, ...columns } = memberColumns(person, at);
  // During a paid period its type stays. A new type starts with its payment.
  const isRunning = last !== null && last.endsOn >= dayOf(at);
  await db
    .updateTable('users')
    .set({
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phone,
      password_hash: null,
    })
    .where('id', '=', member.user_id)
    .execute();
  await db
    .updateTable('members')
    .set({
      ...columns,
      ...(isRunning ? {} : { member_type_id }),
      member_status_id: statusIdOf(statusOn(dayOf(at), last?.endsOn ?? null)),
      status_set_by: null,
      status_set_at: null,
      deactivated_reason: null,
      archived_at: null,
    })
    .where('id', '=', member.id)
    .execute();
  await db.deleteFrom('member_relatives').where('main_member_id', '=', member.id).execute();
  await voidMembershipInvoice(ctx, member.id, 'Registered again');
  await endAllSessions(db, at, member.user_id);
  await invite(ctx, { ...person, userId: member.user_id, isReturn: true });
  return member.id;
}
