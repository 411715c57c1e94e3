import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordOwnChange } from '#server/features/audit/record-audit.ts';
import { replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { recordTicked } from '#server/features/communication/consents.ts';
import { wherePaid } from '#server/features/invoices/open-invoices.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { auditSubject } from './audit-subject.ts';
import { waitingReturn, type TypedReturn } from './await-return.ts';
import { memberColumns, type Person } from './make-member.ts';
import { addPeriod, lastPeriod } from './periods/add-period.ts';
import { startFreePeriod } from './periods/start-free-period.ts';
import { statusOn } from './periods/status-on-day.ts';
import { readMember } from './queries.ts';
import { addRelatives, type RelativeForm } from './relatives/add-relatives.ts';

/**
 * The address is proved: brings the record back with a new sign-in id and what was typed. Deactivated
 * stays. A payment that came before gets its period. Returns the new sign-in id. product-rules 5.22.
 */
export async function completeReturn(ctx: Context, returnId: string): Promise<string> {
  const { db, at } = ctx;
  const waiting = await db
    .selectFrom('member_returns')
    .select(['member_id', 'invoice_id', 'typed'])
    .where('id', '=', returnId)
    .forUpdate()
    .executeTakeFirst();
  if (waiting?.typed == null) throw new Refused('badInput', resetPasswordTexts.failure);
  const { person, relatives, consents } = waiting.typed as unknown as TypedReturn;
  const before = await withRelatives(db, waiting.member_id);
  await unarchive(ctx, before.id);
  await applyPerson(ctx, before, person);
  const type = await findMemberType(db, person.memberTypeId);
  // Relatives of a type without relatives stay, hidden (product-rules 5.18).
  if (type?.is_family === true) await replaceRelatives(ctx, before.id, relatives);
  const { email } = before;
  const source = 'registration';
  await recordTicked(ctx, { email, choices: consents, source, isProved: true });
  await startPaidPeriod(ctx, before.id, waiting.invoice_id);
  if (waiting.invoice_id === null && type?.fee_cents === 0) {
    await startFreePeriod(ctx, { memberId: before.id, memberTypeId: type.id });
  }
  await db
    .updateTable('member_returns')
    .set({ typed: null, proved_at: at })
    .where('id', '=', returnId)
    .execute();
  const userId = await replaceSignIn(ctx, before.userID);
  const after = await withRelatives(db, before.id);
  await recordOwnChange(ctx, { action: 'returnMember', ...auditSubject(after), before, after });
  return userId;
}

/** An administrator brings the record back: what was typed is dropped, and what was paid counts. */
export async function dropReturn(ctx: Context, memberId: string): Promise<void> {
  const { db } = ctx;
  const waiting = await waitingReturn(db, memberId).select('invoice_id').executeTakeFirst();
  if (waiting === undefined) return;
  await startPaidPeriod(ctx, memberId, waiting.invoice_id);
  await db.deleteFrom('member_returns').where('id', '=', waiting.id).execute();
}

export async function unarchive({ db }: Context, id: string): Promise<void> {
  await db.updateTable('members').set({ archived_at: null }).where('id', '=', id).execute();
}

/** Writes the personal fields into an old record. Deactivated and its reason stay. */
export async function applyPerson(ctx: Context, member: Member, person: Person): Promise<void> {
  const { db, at } = ctx;
  const last = await lastPeriod(db, member.id);
  const {
    signup_date: _kept,
    member_type_id,
    email: _same,
    ...columns
  } = memberColumns(person, at);
  // During a paid period its type stays. A new type starts with its payment.
  const isRunning = last !== null && last.endsOn >= dayOf(at);
  const isKnown = (await findMemberType(db, member_type_id)) !== undefined;
  const status = {
    member_status_id: statusIdOf(statusOn(dayOf(at), last?.endsOn ?? null)),
    status_set_by: null,
    status_set_at: null,
    deactivated_reason: null,
  };
  await db
    .updateTable('users')
    .set({ first_name: person.firstName, last_name: person.lastName, phone_number: person.phone })
    .where('id', '=', member.userID)
    .execute();
  await db
    .updateTable('members')
    .set({
      ...columns,
      ...(isRunning || !isKnown ? {} : { member_type_id }),
      ...(member.memberStatusName === statusNames.deactivated ? {} : status),
    })
    .where('id', '=', member.id)
    .execute();
}

/** Those who have aged out stay. */
async function replaceRelatives(
  ctx: Context,
  memberId: string,
  relatives: RelativeForm[],
): Promise<void> {
  await ctx.db
    .deleteFrom('member_relatives')
    .where('main_member_id', '=', memberId)
    .where('seat', 'is not', null)
    .execute();
  await addRelatives(ctx, memberId, relatives);
}

/** The period of a payment that came while the record was archived. */
async function startPaidPeriod(
  ctx: Context,
  memberId: string,
  invoiceId: string | null,
): Promise<void> {
  if (invoiceId === null) return;
  const paid = await ctx.db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('write_offs as w', 'w.id', 'i.write_off_id')
    .where(wherePaid('i'))
    .where('i.id', '=', invoiceId)
    .where('i.member_id', '=', memberId)
    .select(['i.member_type_id', 'i.amount_cents', 'p.paid_on', 'w.recorded_at'])
    .executeTakeFirst();
  if (paid?.member_type_id == null) return;
  await addPeriod(ctx, {
    memberId,
    memberTypeId: paid.member_type_id,
    feeCents: paid.amount_cents,
    invoiceId,
    paidOn: paid.paid_on ?? dayOf(paid.recorded_at ?? ctx.at),
  });
}

/** The member as the audit log shows it. */
async function withRelatives(db: Db, memberId: string): Promise<Member & { relatives: string[] }> {
  const member = await readMember(db, memberId);
  const rows = await db
    .selectFrom('member_relatives')
    .select(['first_name', 'last_name', 'email', 'date_of_birth'])
    .where('main_member_id', '=', memberId)
    .orderBy('seat')
    .execute();
  const relatives = rows.map(({ first_name, last_name, email, date_of_birth }) =>
    [`${first_name} ${last_name}`, email, date_of_birth].filter(Boolean).join(' '),
  );
  return { ...member, relatives };
}
