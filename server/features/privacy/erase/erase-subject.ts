import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import { suppressionKey } from '#server/features/communication/address-hash.ts';
import { voidOpenInvoices } from '#server/features/invoices/open-invoices.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { encode } from '#server/platform/payfast/encode.ts';
import { deletePicture } from '#server/platform/files/stored-files.ts';
import { among, recordIds } from '../tables/describe.ts';
import { describedTables, tablesOfPeople } from '../tables/tables-of-people.ts';
import { eraseImports } from './erase-imports.ts';
import { eraseRows, eraseUses, erasing } from './erase-rows.ts';
import type { Subject } from '../find-subject.ts';
import { findUndoneMatches } from './find-undone-matches.ts';

/**
 * Takes the person out of every table. Invoices that were paid and donations that were received keep the
 * name for the accounts. Ids, numbers, amounts and days stay. product-rules 19.2.
 */
export async function eraseSubject(ctx: Context, subject: Subject): Promise<void> {
  const { db } = ctx;
  await erasing(db, async () => {
    if (subject.memberId !== null) await voidOpenInvoices(ctx, subject.memberId, erased.text);
    await eraseMoney(db, subject);
    await eraseMails(db, subject);
    await eraseBulkMail(ctx, subject);
    await eraseImports(ctx, subject);
    await eraseTraces(db, subject);
    // Last, because the statements above find rows by what is erased here.
    await eraseMembership(ctx, subject);
    await deleteRows(db, subject);
  });
}

async function eraseMoney(db: Db, subject: Subject): Promise<void> {
  const { emails, invoiceIds, donationIds, paymentIds } = subject;
  const { invoices, write_offs, donations, card_notifications: notifications } = tablesOfPeople;
  // The payer's name and address are part of a paid document. The email address is not.
  await eraseRows(db, 'invoices', invoices.rows(subject), {
    keepNames: sql`EXISTS (SELECT FROM payments WHERE invoice_id = invoices.id)`,
  });
  await eraseRows(db, 'write_offs', write_offs.rows(subject));
  await eraseRows(db, 'donations', donations.rows(subject), {
    keepNames: sql`EXISTS (SELECT FROM payments WHERE donation_id = donations.id)`,
  });
  const records = [...invoiceIds, ...donationIds];
  await eraseRows(db, 'card_notifications', notifications.rows(subject));
  await eraseUses(db, sql`${paymentIds}::uuid[]`);
  // The transactions themselves have no details of people.
  await sql`
    UPDATE payment_differences SET dismissed_reason = ${erased.text}
    WHERE dismissed_reason IS NOT NULL AND record_id = ANY (${records}::uuid[])`.execute(db);
  // No index has these addresses. Without one to look for, nothing is read.
  if (emails.length === 0) return;
  await eraseMessagesWith(db, emails);
  await sql`
    UPDATE member_relatives SET email = ''
    WHERE lower(email) = ANY (${emails}::text[])`.execute(db);
}

/** Of a record that is deleted, the message of the card provider has the address only in its text. */
async function eraseMessagesWith(db: Db, emails: string[]): Promise<void> {
  const written = emails.flatMap((email) => [email, encode(email).toLowerCase()]);
  await eraseRows(
    db,
    'card_notifications',
    sql`body <> '' AND next_attempt_at IS NULL AND EXISTS (
      SELECT FROM unnest(${written}::text[]) AS w (email)
      WHERE position(w.email IN lower(encode(body, 'escape'))) > 0)`,
  );
}

async function eraseMails(db: Db, subject: Subject): Promise<void> {
  const { emails, periodIds, relativeIds } = subject;
  const found = sql`(
    SELECT id FROM mails WHERE record_of_mail(about) = ANY (${recordIds(subject)}::text[])
    UNION SELECT m.id FROM unnest(${emails}::text[]) AS a (email)
      JOIN mails AS m ON fold(m.to_email) = fold(a.email) AND lower(m.to_email) = a.email)`;
  await sql`
    UPDATE reminders SET mail_id = NULL WHERE period_id = ${among(periodIds)}`.execute(db);
  await sql`DELETE FROM ageing_notices WHERE relative_id = ${among(relativeIds)}`.execute(db);
  await sql`DELETE FROM mails WHERE next_attempt_at IS NOT NULL AND id IN ${found}`.execute(db);
  // A question about a donation goes to administrators.
  await eraseRows(db, 'mails', sql`id IN ${found}`, {
    keepNames: sql`kind = 'donation-question'`,
  });
}

async function eraseBulkMail({ db, at }: Context, subject: Subject): Promise<void> {
  const { emails } = subject;
  await eraseRows(db, 'bulk_recipients', tablesOfPeople.bulk_recipients.rows(subject), {
    also: {
      next_attempt_at: null,
      suppressed_at: sql`CASE WHEN outcome = 'pending' THEN ${at}::timestamptz ELSE suppressed_at END`,
    },
  });
  await sql`DELETE FROM consents WHERE email = ANY (${emails}::text[])`.execute(db);
  // The wish to get no bulk email outlives the address.
  await sql`
    INSERT INTO suppressions (id, email, kind, reason, at)
    SELECT gen_random_uuid(), ${suppressionKey(sql`email`)}, kind, '', at
    FROM suppressions WHERE email = ANY (${emails}::text[])
    ON CONFLICT (email) DO NOTHING`.execute(db);
}

async function eraseTraces(db: Db, subject: Subject): Promise<void> {
  const { userIds, emails } = subject;
  // Without an address nothing is looked through.
  const names = (text: RawBuilder<unknown>) =>
    emails.length === 0
      ? sql`false`
      : sql`EXISTS (
    SELECT FROM unnest(${emails}::text[]) AS a (email) WHERE position(a.email IN lower(${text})) > 0)`;
  await eraseRows(
    db,
    'audit_entries',
    sql`subject_id = ANY (${recordIds(subject)}::uuid[])
      OR id = ANY (${await findUndoneMatches(db, subject)}::bigint[])
      OR ${names(sql`subject_name || before::text || after::text`)}`,
  );
  await sql`
    DELETE FROM idempotency_keys
    WHERE caller = ANY (${userIds}::text[]) OR ${names(sql`reply::text`)}`.execute(db);
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

async function eraseMembership({ db, at }: Context, subject: Subject): Promise<void> {
  const { memberIds, userIds } = subject;
  if (memberIds.length === 0) return;
  const users = await db
    .selectFrom('users')
    .select('profile_picture')
    .where('id', 'in', userIds)
    .execute();
  for (const { profile_picture } of users) await deletePicture(db, profile_picture);
  await db
    .updateTable('files')
    .set({ uploaded_by: null })
    .where('uploaded_by', 'in', userIds)
    .execute();
  const { erasure_requests: requests, users: signIns, members } = tablesOfPeople;
  await eraseRows(db, 'erasure_requests', requests.rows(subject));
  await eraseRows(
    db,
    'member_merges',
    sql`kept_id = ${among(memberIds)} OR merged_id = ${among(memberIds)}`,
  );
  await eraseRows(db, 'users', signIns.rows(subject), { also: { removed_at: at } });
  await eraseRows(db, 'members', members.rows(subject), {
    also: { archived_at: sql`coalesce(archived_at, ${at})` },
  });
}

/** The tables whose description says so. */
async function deleteRows(db: Db, subject: Subject): Promise<void> {
  await sql`SELECT set_config('app.retention', 'on', true)`.execute(db);
  for (const [table, { isDeleted, rows }] of describedTables) {
    if (isDeleted !== true) continue;
    await sql`DELETE FROM ${sql.table(table)} WHERE ${rows(subject)}`.execute(db);
  }
  await sql`SELECT set_config('app.retention', 'off', true)`.execute(db);
}
