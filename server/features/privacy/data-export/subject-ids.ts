import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** The ids and addresses that identify a person in the tables. */
export interface SubjectIds {
  userId: string;
  memberId: string;
  /** With the records that were merged into this one. */
  memberIds: string[];
  userIds: string[];
  email: string;
  /** The address if it is verified. Otherwise it may belong to another person. */
  provedEmail: string | null;
  /** With the verified addresses of the records that were merged into this one. */
  provedEmails: string[];
  picture: string;
  periodIds: string[];
  relativeIds: string[];
  invoiceIds: string[];
  donationIds: string[];
  paymentIds: string[];
}

export async function findSubjectIds(db: Db, memberId: string): Promise<SubjectIds> {
  const person = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.id', '=', memberId)
    .select(['u.id as userId', 'u.email', 'u.email_proved_at', 'u.profile_picture as picture'])
    .executeTakeFirstOrThrow();
  const provedEmail = person.email_proved_at === null ? null : person.email;
  const merged = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.merged_into', '=', memberId)
    .select(['m.id', 'u.id as userId', 'u.email', 'u.email_proved_at'])
    .execute();
  const provedEmails = [person, ...merged]
    .filter(({ email_proved_at }) => email_proved_at !== null)
    .map((one) => one.email);
  const invoiceIds = await ids(
    db
      .selectFrom('invoices')
      .select('id')
      .where((invoice) =>
        invoice.or([
          invoice('member_id', '=', memberId),
          // Invoices created by an administrator for a person without membership.
          invoice.and([invoice('member_id', 'is', null), hasAddress('payer_email', provedEmails)]),
        ]),
      ),
  );
  const donationIds = await ids(
    db.selectFrom('donations').select('id').where(hasAddress('email', provedEmails)),
  );
  const paymentIds = await ids(
    db
      .selectFrom('payments')
      .select('id')
      .where(
        sql<boolean>`invoice_id = ${among(invoiceIds)} OR donation_id = ${among(donationIds)}`,
      ),
  );
  const periodIds = await ids(
    db.selectFrom('membership_periods').select('id').where('member_id', '=', memberId),
  );
  const relativeIds = await ids(
    db.selectFrom('member_relatives').select('id').where('main_member_id', '=', memberId),
  );
  const { userId, email, picture } = person;
  return {
    userId,
    memberId,
    memberIds: [memberId, ...merged.map(({ id }) => id)],
    userIds: [userId, ...merged.map((one) => one.userId)],
    email,
    provedEmail,
    provedEmails,
    picture,
    periodIds,
    relativeIds,
    invoiceIds,
    donationIds,
    paymentIds,
  };
}

/** In any letter case. The folded column has the index. */
function hasAddress(column: 'email' | 'payer_email', emails: string[]) {
  return sql<boolean>`${sql.ref(`${column}_folded`)} = ANY (${folded(emails)})
    AND lower(${sql.ref(column)}) = ANY (${emails}::text[])`;
}

/** For a comparison with a folded column. */
export function folded(emails: string[]) {
  return sql`ARRAY(SELECT fold(email) FROM unnest(${emails}::text[]) AS e (email))`;
}

async function ids(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id);
}

export const among = (ids: string[]) => sql`ANY (${ids}::uuid[])`;
