import { randomUUID } from 'node:crypto';
import { emailTaken } from '#server/features/auth/email-taken.ts';
import { mailReturnLink } from '#server/features/auth/return-link.ts';
import { voidMembershipInvoice, wherePaid } from '#server/features/invoices/open-invoices.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Person, RegistrationForm } from './make-member.ts';
import type { RelativeForm } from './relatives/add-relatives.ts';

/** The input of the registration, without the password. */
export interface TypedReturn {
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

/** The registration of this member that waits for the proof. */
export function waitingReturn(db: Db, memberId: string) {
  return db
    .selectFrom('member_returns')
    .where('member_id', '=', memberId)
    .where('typed', 'is not', null)
    .select('id');
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
    .where((row) => row.not(wherePaid('i')))
    .select(['r.id', 'r.member_id'])
    .orderBy('r.member_id')
    .forUpdate('m')
    .execute();
  for (const { id, member_id } of old) {
    await voidMembershipInvoice(ctx, member_id, 'The email address was not confirmed');
    await db.deleteFrom('member_returns').where('id', '=', id).execute();
  }
}
