import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Whose } from './tables/describe.ts';

/** A person, or no more than an address. */
export interface Subject extends Whose {
  /** Of the own record, without those that were merged into it. */
  memberId: string | null;
}

/** For records that are erased without the person. */
export const nobody: Subject = {
  memberId: null,
  memberIds: [],
  userIds: [],
  emails: [],
  periodIds: [],
  relativeIds: [],
  invoiceIds: [],
  donationIds: [],
  paymentIds: [],
};

/** For Erase: with earlier addresses that no other user has now. */
export async function findMemberSubject(db: Db, memberId: string): Promise<Subject> {
  const { memberIds, userIds } = await findRecords(db, memberId);
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT email FROM (
      SELECT email FROM users WHERE id = ANY (${userIds}::uuid[])
      UNION ALL SELECT lower(payer_email) FROM invoices WHERE member_id = ${memberId}
      UNION ALL SELECT email FROM password_links WHERE user_id = ANY (${userIds}::uuid[])
      UNION ALL SELECT lower(to_email) FROM mails
        WHERE kind = 'email-changed' AND record_of_mail(about) = ANY (${userIds}::text[])
      UNION ALL SELECT lower(before ->> 'email') FROM audit_entries
        WHERE subject_id = ANY (${[...memberIds, ...userIds]}::uuid[]) AND before ->> 'email' <> ''
    ) AS used
    WHERE NOT EXISTS (SELECT FROM users AS other
      WHERE other.email = used.email AND other.removed_at IS NULL AND other.id <> ${userIds[0]})
    ORDER BY email`.execute(db);
  const emails = rows.map(({ email }) => email).filter((email) => !isErasedEmail(email));
  return withMoney(db, { ...nobody, memberId, memberIds, userIds, emails });
}

export function findAddressSubject(db: Db, email: string): Promise<Subject> {
  return withMoney(db, { ...nobody, emails: [email.toLowerCase()] });
}

/** The person with this address. Of one who was erased only the record is known. */
export async function findPayerSubject(
  db: Db,
  email: string,
  record: { invoiceIds: string[] } | { donationIds: string[] },
): Promise<Subject> {
  if (!isErasedEmail(email)) return findAddressSubject(db, email);
  const subject = { ...nobody, ...record };
  const payments = await db
    .selectFrom('payments')
    .select('id')
    .where((payment) =>
      payment.or([
        payment('invoice_id', '=', sql<string>`ANY (${subject.invoiceIds}::uuid[])`),
        payment('donation_id', '=', sql<string>`ANY (${subject.donationIds}::uuid[])`),
      ]),
    )
    .execute();
  return { ...subject, paymentIds: payments.map(({ id }) => id) };
}

/** For the data export: with verified addresses only. Others may belong to another person. */
export async function findProvedSubject(db: Db, memberId: string) {
  const { records, memberIds, userIds } = await findRecords(db, memberId);
  const proved = records.filter(({ email_proved_at }) => email_proved_at !== null);
  const emails = proved.map(({ email }) => email);
  const subject = await withMoney(
    db,
    { ...nobody, memberId, memberIds, userIds, emails },
    // Of an address, those that an administrator made for a person without membership.
    sql`i.member_id IS NULL`,
  );
  const [own] = records;
  return { ...subject, picture: own?.picture ?? '', isProved: own?.email_proved_at != null };
}

/** The member and those that were merged into it. */
async function findRecords(db: Db, memberId: string) {
  const records = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where((m) => m.or([m('m.id', '=', memberId), m('m.merged_into', '=', memberId)]))
    .select(['m.id', 'm.user_id', 'u.email', 'u.email_proved_at', 'u.profile_picture as picture'])
    .orderBy('m.merged_into', (order) => order.asc().nullsFirst())
    .execute();
  const memberIds = records.map(({ id }) => id);
  return { records, memberIds, userIds: records.map(({ user_id }) => user_id) };
}

/** `ofAddress` says which invoices `i` an address has. */
async function withMoney(db: Db, person: Subject, ofAddress = sql`true`): Promise<Subject> {
  const { memberId, emails } = person;
  const { rows } = await sql<Partial<Subject>>`
    WITH address AS (SELECT email, fold(email) AS folded FROM unnest(${emails}::text[]) AS e (email)),
    invoice AS (
      SELECT id FROM invoices WHERE member_id = ${memberId}
      UNION SELECT i.id FROM address AS a JOIN invoices AS i
        ON i.payer_email_folded = a.folded AND lower(i.payer_email) = a.email AND ${ofAddress}
    ),
    donation AS (
      SELECT d.id FROM address AS a JOIN donations AS d
        ON d.email_folded = a.folded AND lower(d.email) = a.email
    )
    SELECT
      ARRAY(SELECT id FROM membership_periods WHERE member_id = ${memberId}) AS "periodIds",
      ARRAY(SELECT id FROM member_relatives WHERE main_member_id = ${memberId}) AS "relativeIds",
      ARRAY(SELECT id FROM invoice) AS "invoiceIds",
      ARRAY(SELECT id FROM donation) AS "donationIds",
      ARRAY(SELECT id FROM payments WHERE invoice_id IN (SELECT id FROM invoice)
        UNION SELECT id FROM payments WHERE donation_id IN (SELECT id FROM donation)) AS "paymentIds"
  `.execute(db);
  return { ...person, ...rows[0] };
}
