import { sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import { suppressionKey } from '#server/features/communication/address-hash.ts';
import { forgetSealed } from '#server/features/seals/forget-sealed.ts';
import { voidOpenInvoices } from '#server/features/invoices/open-invoices.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { deletePicture } from '#server/platform/files/stored-files.ts';
import { eraseImports } from './erase-imports.ts';
import type { Subject } from './find-subject.ts';
import { findUndoneMatches } from './find-undone-matches.ts';

/**
 * Takes the person out of every table. Invoices that were paid and donations that were received keep the
 * name for the accounts. Ids, numbers, amounts and days stay. product-rules 19.2.
 */
export async function eraseSubject(ctx: Context, subject: Subject): Promise<void> {
  const { db } = ctx;
  // Lets through the triggers that keep invoices and the audit log as they are.
  await sql`SELECT set_config('privacy.erasing', 'on', true)`.execute(db);
  if (subject.memberId !== null) await voidOpenInvoices(ctx, subject.memberId, erased.text);
  await eraseMoney(db, subject);
  await eraseMails(db, subject);
  await eraseBulkMail(ctx, subject);
  await eraseImports(ctx, subject);
  await eraseTraces(db, subject);
  // Last, because the statements above find rows by what is erased here.
  if (subject.memberId !== null && subject.userId !== null) {
    const own = { memberId: subject.memberId, userId: subject.userId };
    for (const record of [own, ...subject.merged]) await eraseMembership(ctx, record);
  }
  await sql`SELECT set_config('privacy.erasing', 'off', true)`.execute(db);
}

async function eraseMoney(
  db: Db,
  { emails, invoiceIds, donationIds, paymentIds }: Subject,
): Promise<void> {
  // The payer's name and address are part of a paid document. The email address is not.
  await sql`
    UPDATE invoices AS i SET
      payer_email = ${erased.email},
      payer_first_name = CASE WHEN has_payment THEN payer_first_name ELSE ${erased.firstName} END,
      payer_last_name = CASE WHEN has_payment THEN payer_last_name ELSE ${erased.lastName} END,
      payer_address = CASE WHEN has_payment THEN payer_address ELSE '' END,
      line = CASE WHEN has_payment OR member_type_id IS NOT NULL THEN line ELSE ${erased.text} END,
      void_reason = CASE WHEN void_reason IS NULL THEN NULL ELSE ${erased.text} END
    FROM (SELECT id, EXISTS (SELECT FROM payments WHERE invoice_id = ids.id) AS has_payment
      FROM unnest(${invoiceIds}::uuid[]) AS ids (id)) AS whose
    WHERE i.id = whose.id`.execute(db);
  await sql`
    UPDATE donations AS d SET
      email = ${erased.email},
      first_name = CASE WHEN has_payment THEN first_name ELSE ${erased.firstName} END,
      last_name = CASE WHEN has_payment THEN last_name ELSE ${erased.lastName} END,
      needs_answer_since = NULL
    FROM (SELECT id, EXISTS (SELECT FROM payments WHERE donation_id = ids.id) AS has_payment
      FROM unnest(${donationIds}::uuid[]) AS ids (id)) AS whose
    WHERE d.id = whose.id`.execute(db);
  // The columns keep what a card payment needs in the accounts. The message has name and address in it.
  await sql`
    UPDATE card_notifications SET body = '', checks = '[]', next_attempt_at = NULL
    WHERE record_id = ANY (${[...invoiceIds, ...donationIds]}::text[])`.execute(db);
  const uses = await sql<{ id: string }>`
    UPDATE credit_uses SET reference = NULL,
      reason = CASE WHEN reason IS NULL THEN NULL ELSE ${erased.text} END,
      reversed_reason = CASE WHEN reversed_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE payment_id = ANY (${paymentIds}::uuid[]) RETURNING id`.execute(db);
  await forgetSealed(db, 'credit_use_id', uses.rows);
  await sql`DELETE FROM payment_proofs WHERE invoice_id = ANY (${invoiceIds}::uuid[])`.execute(db);
  // The lines of the bank stay as they are. product-rules 22.7.
  await sql`
    UPDATE bank_matches SET payer_key = NULL,
      reversed_reason = CASE WHEN reversed_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE (payer_key IS NOT NULL OR reversed_reason IS NOT NULL)
      AND (payment_id = ANY (${paymentIds}::uuid[])
        OR credit_use_id = ANY (${uses.rows.map(({ id }) => id)}::uuid[]))`.execute(db);
  // The transactions themselves have no details of people.
  await sql`
    UPDATE payment_differences SET dismissed_reason = ${erased.text}
    WHERE dismissed_reason IS NOT NULL
      AND record_id = ANY (${[...invoiceIds, ...donationIds]}::uuid[])`.execute(db);
  // No index has these addresses. Without one to look for, nothing is read.
  if (emails.length === 0) return;
  await sql`
    UPDATE member_relatives SET email = ''
    WHERE lower(email) = ANY (${emails}::text[])`.execute(db);
}

/** The ids that mails and audit entries about the person name. */
function recordIds(subject: Subject): string[] {
  const { memberId, userId, periodIds, relativeIds, invoiceIds, donationIds, paymentIds } = subject;
  const own = [memberId, userId].filter((id) => id !== null);
  const merged = subject.merged.flatMap((one) => [one.memberId, one.userId]);
  return [own, merged, periodIds, relativeIds, invoiceIds, donationIds, paymentIds].flat();
}

async function eraseMails(db: Db, subject: Subject): Promise<void> {
  const found = sql`(
    SELECT id FROM mails WHERE record_of_mail(about) = ANY (${recordIds(subject)}::text[])
    UNION SELECT m.id FROM unnest(${subject.emails}::text[]) AS a (email)
      JOIN mails AS m ON fold(m.to_email) = fold(a.email) AND lower(m.to_email) = a.email)`;
  await sql`
    UPDATE reminders SET mail_id = NULL WHERE period_id = ANY (${subject.periodIds}::uuid[])`.execute(
    db,
  );
  await sql`
    DELETE FROM ageing_notices WHERE relative_id = ANY (${subject.relativeIds}::uuid[])`.execute(
    db,
  );
  await sql`
    DELETE FROM mails WHERE next_attempt_at IS NOT NULL AND id IN ${found}`.execute(db);
  // A question about a donation goes to administrators.
  await sql`
    UPDATE mails SET about = about - 'reason', subject = NULL, secret = NULL, server_answer = NULL,
      to_email = CASE WHEN kind = 'donation-question' THEN to_email ELSE ${erased.email} END,
      to_name = CASE WHEN kind = 'donation-question' THEN to_name ELSE '' END
    WHERE id IN ${found}`.execute(db);
}

async function eraseBulkMail({ db, at }: Context, { emails }: Subject): Promise<void> {
  await sql`
    UPDATE bulk_recipients SET
      email = id || '@erased.invalid', name = '', replacements = '{}', next_attempt_at = NULL,
      suppressed_at = CASE WHEN outcome = 'pending' THEN ${at}::timestamptz ELSE suppressed_at END,
      answer = CASE WHEN outcome = 'pending' THEN ${erased.text} END
    WHERE email = ANY (${emails}::text[])`.execute(db);
  await sql`DELETE FROM consents WHERE email = ANY (${emails}::text[])`.execute(db);
  // The wish to get no bulk email outlives the address.
  await sql`
    INSERT INTO suppressions (id, email, kind, reason, at)
    SELECT gen_random_uuid(), ${suppressionKey(sql`email`)}, kind, '', at
    FROM suppressions WHERE email = ANY (${emails}::text[]) ON CONFLICT (email) DO NOTHING`.execute(
    db,
  );
  await sql`DELETE FROM suppressions WHERE email = ANY (${emails}::text[])`.execute(db);
}

async function eraseTraces(db: Db, subject: Subject): Promise<void> {
  const { userId, emails } = subject;
  // Without an address nothing is looked through.
  const names = (text: ReturnType<typeof sql>) =>
    emails.length === 0
      ? sql`false`
      : sql`EXISTS (
    SELECT FROM unnest(${emails}::text[]) AS a (email) WHERE position(a.email IN lower(${text})) > 0)`;
  const entries = await sql<{ id: number }>`
    UPDATE audit_entries SET subject_name = ${erased.text}, before = '{}', after = '{}',
      by_name = CASE WHEN by_user_id IS NULL THEN ${erased.text} ELSE by_name END
    WHERE subject_id = ANY (${recordIds(subject)}::uuid[])
      OR id = ANY (${await findUndoneMatches(db, subject)}::bigint[])
      OR ${names(sql`subject_name || before::text || after::text`)} RETURNING id`.execute(db);
  await forgetSealed(db, 'audit_entry_id', entries.rows);
  await sql`
    DELETE FROM idempotency_keys
    WHERE caller = ${userId} OR ${names(sql`reply::text`)}`.execute(db);
  await sql`
    UPDATE renewal_runs SET filters = '{}'
    WHERE finished_at IS NOT NULL AND ${names(sql`filters::text`)}`.execute(db);
  // A pending bulk email goes to one of them. It now finds nobody.
  await sql`
    UPDATE saved_searches SET name = id::text, search = jsonb_build_object('email', ${erased.email}::text)
    WHERE ${names(sql`name || search::text`)}
      AND EXISTS (SELECT FROM bulk_emails WHERE saved_search_id = saved_searches.id)`.execute(db);
  await sql`DELETE FROM saved_searches WHERE ${names(sql`name || search::text`)}`.execute(db);
  await sql`DELETE FROM password_links WHERE email = ANY (${emails}::text[])`.execute(db);
  await eraseQueuedLinks(db, emails);
}

/** Jobs of the last day name the address that asked for a link. */
async function eraseQueuedLinks(db: Db, emails: string[]): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`.execute(db);
  if (rows[0]?.exists !== true) return;
  await sql`
    DELETE FROM pgboss.job WHERE name = 'mail-reset-link'
      AND lower(data ->> 'email') = ANY (${emails}::text[])`.execute(db);
}

async function eraseMembership(
  { db, at }: Context,
  { memberId, userId }: { memberId: string; userId: string },
): Promise<void> {
  const { profile_picture } = await db
    .selectFrom('users')
    .select('profile_picture')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await deletePicture(db, profile_picture);
  await db
    .updateTable('files')
    .set({ uploaded_by: null })
    .where('uploaded_by', '=', userId)
    .execute();
  await db
    .updateTable('erasure_requests')
    .set({ declined_reason: erased.text })
    .where('member_id', '=', memberId)
    .where('declined_reason', 'is not', null)
    .execute();
  await db.deleteFrom('member_relatives').where('main_member_id', '=', memberId).execute();
  await db.deleteFrom('member_returns').where('member_id', '=', memberId).execute();
  await db
    .updateTable('member_merges')
    .set({ changes: null })
    .where((merge) =>
      merge.or([merge('kept_id', '=', memberId), merge('merged_id', '=', memberId)]),
    )
    .execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await sql`SELECT set_config('app.retention', 'on', true)`.execute(db);
  await db.deleteFrom('security_events').where('user_id', '=', userId).execute();
  await sql`SELECT set_config('app.retention', 'off', true)`.execute(db);
  await db.deleteFrom('password_links').where('user_id', '=', userId).execute();
  const name = { first_name: erased.firstName, last_name: erased.lastName };
  await db
    .updateTable('users')
    .set({
      ...name,
      email: `${userId}@erased.invalid`,
      phone_number: '',
      password_hash: null,
      profile_picture: '',
      invited_at: null,
      email_proved_at: null,
      removed_at: at,
    })
    .where('id', '=', userId)
    .execute();
  await db
    .updateTable('members')
    .set({
      ...name,
      title: '',
      phone: '',
      postal_address: '',
      zip_code: '',
      deactivated_reason: null,
      archived_at: (row) => row.fn.coalesce('archived_at', row.val(at)),
    })
    .where('id', '=', memberId)
    .execute();
}
