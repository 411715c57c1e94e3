import { sql } from 'kysely';
import { mergeTexts } from '#contract/duplicates/merge.ts';
import { duplicateTexts } from '#contract/duplicates/endpoints.ts';
import { memberTexts } from '#contract/members/endpoints.ts';
import type { Context } from '#server/context.ts';
import { badField, notFound } from '#server/errors.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inOrder } from '../record-order.ts';

/** One of the two records, with what is compared and what moves. */
export interface MergeRecord {
  id: string;
  number: number | null;
  createdAt: string;
  userId: string;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  postalAddress: string;
  zipCode: string;
  correctedProvince: string | null;
  memberTypeId: string;
  memberTypeName: string;
  isFamily: boolean;
  memberStatusName: string;
  /** A status that does not follow the periods. */
  isStatusFixed: boolean;
  signupDate: string;
  paidUntil: string | null;
  archivedAt: string | null;
  role: string;
  hasPassword: boolean;
  /** The owner of the email address has shown that it is the own one. */
  isProved: boolean;
  /** A restored backup is older than the last change of the address. */
  isAddressOld: boolean;
  hasAskedErasure: boolean;
  periods: PeriodRecord[];
  relatives: RelativeRecord[];
  openInvoice: { id: string; number: number; amountCents: number; paidCents: number } | null;
  counts: Record<'invoices' | 'payments' | 'relatives' | 'consents' | 'mails', number>;
}

interface PeriodRecord {
  id: string;
  startsOn: string;
  endsOn: string;
  memberTypeName: string;
  invoiceNumber: number | null;
  paidCents: number | null;
}

interface RelativeRecord {
  id: string;
  seat: number | null;
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
}

export interface MergePair {
  kept: MergeRecord;
  merged: MergeRecord;
}

/**
 * One merge at a time. A payment that waited for a merge locks the merged record and then the other one, so
 * that is the order of all. A merge of current records is refused before if one of them is merged.
 */
export async function lockMerges({ db }: { db: Db }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.mergeMembers})`.execute(db);
}

export async function lockInOrder(db: Db, ids: string[]): Promise<void> {
  for (const id of ids) {
    await db.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute();
  }
}

/** Both records, the one that stays first. Only administrators may call it. */
export async function readPair({ db }: Context, id: string, otherId: string): Promise<MergePair> {
  const [one, other] = [id.toLowerCase(), otherId.toLowerCase()];
  if (one === other) throw badField('with', duplicateTexts.sameMember);
  const { rows } = await sql<{ record: MergeRecord }>`
    SELECT ${recordOf} AS record
    FROM members AS m JOIN users AS u ON u.id = m.user_id
    JOIN member_types AS t ON t.id = m.member_type_id
    JOIN member_statuses AS s ON s.id = m.member_status_id
    WHERE m.id IN (${one}, ${other})`.execute(db);
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw notFound(memberTexts.notFound);
  const [kept, merged] = inOrder(first.record, second.record);
  return { kept, merged };
}

/** Why the two cannot be merged now. `null`: they can. */
export function problemOf({ kept, merged }: MergePair): string | null {
  if (kept.archivedAt !== null || merged.archivedAt !== null) return duplicateTexts.archived;
  // The sign-in of an administrator has two-step sign-in and must not get another password.
  const name = `${merged.firstName} ${merged.lastName}`;
  if (merged.role !== 'Member') return mergeTexts.isAdministrator(name);
  if (kept.hasAskedErasure && merged.hasAskedErasure) return mergeTexts.bothAsked;
  return null;
}

const recordOf = sql`jsonb_build_object(
  'id', m.id, 'number', m.number, 'createdAt', m.created_at, 'userId', m.user_id, 'title', m.title,
  'firstName', m.first_name, 'lastName', m.last_name, 'email', m.email, 'phone', m.phone,
  'postalAddress', m.postal_address, 'zipCode', m.zip_code,
  'correctedProvince', m.corrected_province,
  'memberTypeId', m.member_type_id, 'memberTypeName', t.name, 'isFamily', t.is_family,
  'memberStatusName', s.name,
  'isStatusFixed', m.status_set_by IS NOT NULL OR s.name = 'Deactivated',
  'signupDate', m.signup_date, 'paidUntil', m.paid_until, 'archivedAt', m.archived_at,
  'role', u.role, 'hasPassword', u.password_hash IS NOT NULL,
  'isProved', u.email_proved_at IS NOT NULL, 'isAddressOld', u.is_address_old,
  'hasAskedErasure', EXISTS (
    SELECT FROM erasure_requests WHERE member_id = m.id AND answered_at IS NULL),
  'periods', ARRAY(
    SELECT jsonb_build_object('id', p.id, 'startsOn', p.starts_on, 'endsOn', p.ends_on,
      'memberTypeName', (SELECT name FROM member_types WHERE id = p.member_type_id),
      'invoiceNumber', i.number, 'paidCents', nullif(i.paid_cents, 0))
    FROM membership_periods AS p LEFT JOIN invoices AS i ON i.id = p.invoice_id
    WHERE p.member_id = m.id ORDER BY p.starts_on),
  'relatives', ARRAY(
    SELECT jsonb_build_object('id', r.id, 'seat', r.seat, 'firstName', r.first_name,
      'lastName', r.last_name, 'dateOfBirth', r.date_of_birth)
    FROM member_relatives AS r WHERE r.main_member_id = m.id AND r.seat IS NOT NULL ORDER BY r.seat),
  'openInvoice', (
    SELECT jsonb_build_object('id', i.id, 'number', i.number, 'amountCents', i.amount_cents,
      'paidCents', i.paid_cents)
    FROM invoices AS i WHERE i.member_id = m.id AND i.member_type_id IS NOT NULL
      AND ${whereOpen('i')}),
  'counts', jsonb_build_object(
    'invoices', (SELECT count(*) FROM invoices WHERE member_id = m.id),
    'payments', (SELECT count(*) FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id = m.id),
    'relatives', (SELECT count(*) FROM member_relatives WHERE main_member_id = m.id),
    'consents', (SELECT count(*) FROM consents WHERE email = m.email),
    'mails', (SELECT count(*) FROM mails WHERE fold(to_email) = m.email_folded)))`;
