import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';

/** Everything by which a person is found in the tables. */
export interface Subject {
  memberId: string | null;
  userId: string | null;
  /** The records that were merged into the member's, with their sign-ins. */
  merged: { memberId: string; userId: string }[];
  /** In lower case: the present ones and, of a member, earlier ones that no other user has now. */
  emails: string[];
  periodIds: string[];
  relativeIds: string[];
  invoiceIds: string[];
  donationIds: string[];
  paymentIds: string[];
}

/** For records that are erased without the person. */
export const nobody: Subject = {
  memberId: null,
  userId: null,
  merged: [],
  emails: [],
  periodIds: [],
  relativeIds: [],
  invoiceIds: [],
  donationIds: [],
  paymentIds: [],
};

export async function findMemberSubject(db: Db, memberId: string): Promise<Subject> {
  const { user_id: userId } = await db
    .selectFrom('members')
    .select('user_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const merged = await db
    .selectFrom('members')
    .select(['id as memberId', 'user_id as userId'])
    .where('merged_into', '=', memberId)
    .execute();
  const userIds = [userId, ...merged.map((one) => one.userId)];
  const subjects = [memberId, ...merged.map((one) => one.memberId), ...userIds];
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT email FROM (
      SELECT email FROM users WHERE id = ANY (${userIds}::uuid[])
      UNION ALL SELECT lower(payer_email) FROM invoices WHERE member_id = ${memberId}
      UNION ALL SELECT email FROM password_links WHERE user_id = ANY (${userIds}::uuid[])
      UNION ALL SELECT lower(to_email) FROM mails
        WHERE kind = 'email-changed' AND record_of_mail(about) = ANY (${userIds}::text[])
      UNION ALL SELECT lower(before ->> 'email') FROM audit_entries
        WHERE subject_id = ANY (${subjects}::uuid[]) AND before ->> 'email' <> ''
    ) AS used
    WHERE NOT EXISTS (SELECT FROM users AS other
      WHERE other.email = used.email AND other.removed_at IS NULL AND other.id <> ${userId})
    ORDER BY email`.execute(db);
  const emails = rows.map(({ email }) => email).filter((email) => !isErasedEmail(email));
  return withRecords(db, { memberId, userId, merged, emails });
}

export function findAddressSubject(db: Db, email: string): Promise<Subject> {
  return withRecords(db, {
    memberId: null,
    userId: null,
    merged: [],
    emails: [email.toLowerCase()],
  });
}

async function withRecords(
  db: Db,
  person: Pick<Subject, 'memberId' | 'userId' | 'merged' | 'emails'>,
): Promise<Subject> {
  const { memberId, emails } = person;
  const { rows } = await sql<Omit<Subject, keyof typeof person>>`
    WITH address AS (SELECT email, fold(email) AS folded FROM unnest(${emails}::text[]) AS e (email)),
    invoice AS (
      SELECT id FROM invoices WHERE member_id = ${memberId}
      UNION SELECT i.id FROM address AS a JOIN invoices AS i
        ON i.payer_email_folded = a.folded AND lower(i.payer_email) = a.email
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
  const [records] = rows;
  if (records === undefined) throw new Error('the records of a person have no row');
  return { ...person, ...records };
}
