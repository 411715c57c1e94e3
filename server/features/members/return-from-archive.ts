import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { resetPasswordTexts } from '#contract/auth/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordOwnChange } from '#server/features/audit/record-audit.ts';
import { emailTaken } from '#server/features/auth/email-taken.ts';
import { replaceSignIn } from '#server/features/auth/invitation/invite.ts';
import { mailReturnLink } from '#server/features/auth/return-link.ts';
import { recordTicked } from '#server/features/communication/consents.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { auditSubject } from './audit-subject.ts';
import { memberColumns, type Person, type RegistrationForm } from './make-member.ts';
import { addPeriod, lastPeriod } from './periods/add-period.ts';
import { startFreePeriod } from './periods/start-free-period.ts';
import { statusOn } from './periods/status-on-day.ts';
import { readMember } from './queries.ts';
import { addRelatives, type RelativeForm } from './relatives/add-relatives.ts';

/** The input of the registration, without the password. */
interface TypedReturn {
  person: Person;
  relatives: RelativeForm[];
  consents: RegistrationForm['consents'];
}

/** An archived member with this address, locked. */
export async function lockArchivedMember(
  db: Db,
  email: string,
): Promise<{ id: string; userId: string } | undefined> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'u.id as userId'])
    .where('m.email', '=', email)
    .where('m.archived_at', 'is not', null)
    .where('u.role', '=', 'Member')
    .where('u.removed_at', 'is', null)
    .forUpdate('m')
    .executeTakeFirst();
}

/**
 * Keeps what an archived member has typed, and mails the link that proves the address. Nothing of the
 * record changes before. A second registration is refused as for any other member. product-rules 5.22.
 */
export async function awaitReturn(
  ctx: Context,
  member: { id: string },
  form: RegistrationForm,
): Promise<{ useInvoice: (invoiceId: string) => Promise<void> }> {
  const { db, at } = ctx;
  const waiting = await waitingReturn(db, member.id).executeTakeFirst();
  if (waiting !== undefined) throw emailTaken();
  await voidMembershipInvoice(ctx, member.id, 'Registered again');
  const id = randomUUID();
  await db
    .insertInto('member_returns')
    .values({
      id,
      member_id: member.id,
      registered_at: at,
      typed: JSON.stringify(typedIn(form)),
    })
    .execute();
  await mailReturnLink(ctx, id);
  return {
    useInvoice: async (invoice_id) => {
      await db.updateTable('member_returns').set({ invoice_id }).where('id', '=', id).execute();
    },
  };
}

function typedIn(form: RegistrationForm): TypedReturn {
  const { memberTypeId, title, firstName, lastName, email, phone, postalAddress, zipCode } = form;
  return {
    person: { memberTypeId, title, firstName, lastName, email, phone, postalAddress, zipCode },
    relatives: form.relatives ?? [],
    consents: form.consents,
  };
}

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
  await recordTicked(ctx, { email: before.email, choices: consents, source: 'registration' });
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

/** After this time without a proof and a payment, a registration of an archived member is forgotten. */
const keptForMs = 30 * 24 * 3_600_000;

/** Forgets registrations whose address was never proved, and voids their invoices. */
export async function endOldReturns(ctx: Context): Promise<void> {
  const { db, at } = ctx;
  const old = await db
    .selectFrom('member_returns as r')
    .leftJoin('invoices as i', 'i.id', 'r.invoice_id')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .where('r.typed', 'is not', null)
    .where('r.registered_at', '<=', new Date(at.getTime() - keptForMs))
    .where('i.payment_id', 'is', null)
    .select(['r.id', 'r.member_id'])
    .orderBy('r.member_id')
    .forUpdate('m')
    .execute();
  for (const { id, member_id } of old) {
    await voidMembershipInvoice(ctx, member_id, 'The email address was not confirmed');
    await db.deleteFrom('member_returns').where('id', '=', id).execute();
  }
}

function waitingReturn(db: Db, memberId: string) {
  return db
    .selectFrom('member_returns')
    .where('member_id', '=', memberId)
    .where('typed', 'is not', null)
    .select('id');
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
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.id', '=', invoiceId)
    .where('i.member_id', '=', memberId)
    .select(['i.member_type_id', 'i.amount_cents', 'p.paid_on'])
    .executeTakeFirst();
  if (paid?.member_type_id == null) return;
  await addPeriod(ctx, {
    memberId,
    memberTypeId: paid.member_type_id,
    feeCents: paid.amount_cents,
    invoiceId,
    paidOn: paid.paid_on,
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
