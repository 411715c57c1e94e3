import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { fillFast, seededDay } from './seed-large.ts';

const tables = [
  'mails',
  'audit_entries',
  'card_notifications',
  'provider_transactions',
  'bank_lines',
  'bank_matches',
  'bulk_emails',
  'bulk_recipients',
  'sessions',
  'password_links',
  'sign_in_failures',
  'security_events',
  'rate_counts',
  'idempotency_keys',
  'consents',
  'suppressions',
  'member_relatives',
  'files',
  'renewal_runs',
  'payment_proofs',
];

/**
 * Adds what accumulates beside the members of `seedLarge`: a mail, an audit entry and a bulk email
 * recipient for each, and a tenth as many rows in the other tables that grow.
 */
export async function seedHistory(db: Db, count: number): Promise<void> {
  await fillFast(db, tables, async (inside) => {
    await fillMails(inside);
    await fillAudit(inside, count);
    await fillBulkEmails(inside);
    await fillAccounts(inside, count);
    await fillContacts(inside, count);
    await fillCards(inside, count);
    await fillProofs(inside);
    await fillBank(inside, count);
  });
  await sql`UPDATE members SET archived_at = created_at WHERE number % 100 = 0`.execute(db);
}

/** Of a hundred mails, one has not been sent. A few of these are due. */
async function fillMails(db: Db): Promise<void> {
  await sql`
    INSERT INTO mails (id, kind, to_email, to_name, about, subject, created_at, attempts,
      next_attempt_at, sent_at)
    SELECT gen_random_uuid(), 'invoice', payer_email, payer_first_name,
      jsonb_build_object('invoiceId', id), 'Your invoice', created_at, 1,
      CASE WHEN number % 100 = 0
        THEN ${seededDay}::date + CASE WHEN number % 1000 = 0 THEN -1 ELSE 9 END END,
      CASE WHEN number % 100 > 0 THEN created_at END
    FROM invoices`.execute(db);
}

async function fillAudit(db: Db, count: number): Promise<void> {
  const by = randomUUID();
  await sql`
    INSERT INTO users (id, email, first_name, last_name, role, created_at)
    VALUES (${by}, 'office@example.org', 'Zanele', 'Office', 'Admin', '2019-01-01')`.execute(db);
  await sql`
    INSERT INTO audit_entries (at, by_user_id, by_name, action, subject_kind, subject_id,
      subject_name, after)
    SELECT created_at, ${by}, 'Zanele Office', 'updateMember', 'member', id,
      first_name || ' ' || last_name, '{"phone": "082 123 4567"}'
    FROM members`.execute(db);
  await sql`
    INSERT INTO renewal_runs (id, started_by, started_at, filters, total, finished_at)
    SELECT gen_random_uuid(), ${by}, at, '{}', 0, at
    FROM generate_series('2020-01-01'::timestamptz, '2025-12-01', '1 month') at`.execute(db);
  await sql`
    INSERT INTO idempotency_keys (call, caller, key, body_hash, created_at)
    SELECT 'POST /members', ${by}, n, '', ${seededDay}
    FROM generate_series(1, ${count / 10}::int) n`.execute(db);
}

/** One bulk email to all members, and thirty to few. */
async function fillBulkEmails(db: Db): Promise<void> {
  await sql`
    INSERT INTO bulk_emails (id, communication_list_id, subject, title, content, created_at,
      processing_at, completed_at)
    SELECT gen_random_uuid(), l.id, 'News ' || n, '', '<p>News</p>', at, at, at
    FROM generate_series(0, 30) n CROSS JOIN LATERAL (
      SELECT '2020-01-01'::timestamptz + n * interval '20 days' AS at) AS times
    JOIN communication_lists l ON l.place = (SELECT min(place) FROM communication_lists)`.execute(
    db,
  );
  await sql`
    INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements, sent_at, sending_at)
    SELECT b.id, m.email, m.first_name, '{}', b.processing_at, b.processing_at
    FROM bulk_emails b
    JOIN members m ON b.subject = 'News 0' OR m.number <= 10`.execute(db);
}

async function fillAccounts(db: Db, count: number): Promise<void> {
  const some = sql`FROM (SELECT *, row_number() OVER () AS n FROM users LIMIT ${count / 10}::int) u`;
  await sql`
    INSERT INTO sessions (id, user_id, started_at, expires_at)
    SELECT gen_random_uuid(), id, ${seededDay}, ${seededDay}::timestamptz + interval '20 hours'
    ${some}`.execute(db);
  await sql`
    INSERT INTO password_links (token_hash, user_id, email, expires_at)
    SELECT sha256(email::bytea), id, email, ${seededDay}::timestamptz + interval '20 hours'
    ${some}`.execute(db);
  await sql`
    INSERT INTO sign_in_failures (email_hash, client, failed_at)
    SELECT sha256(email::bytea), '10.0.0.' || n % 200, ${seededDay}::timestamptz + interval '20 hours'
    ${some}`.execute(db);
  await sql`
    INSERT INTO security_events (first_at, at, kind, user_id, user_name, detail, client, device, slot)
    SELECT at, at, (ARRAY['signIn', 'signInFailed', 'listDownloaded'])[1 + n % 3], id,
      'Zanele Office, ' || email, '', '10.0.0.' || n % 200, 'Chrome on Windows', n::text
    FROM (SELECT u.*, ${seededDay}::timestamptz - n * interval '1 minute' AS at ${some}) AS events`.execute(
    db,
  );
  await sql`
    INSERT INTO rate_counts (counted_for, name, count, most, ends_at)
    SELECT id::text, 'GET /invoices/:id/pdf', 1, 30, ${seededDay}::timestamptz + interval '20 hours'
    ${some}`.execute(db);
  await sql`
    INSERT INTO files (id, kind, name, media_type, bytes, uploaded_by, created_at)
    SELECT gen_random_uuid(), 'picture', 'picture.webp', 'image/webp', '\\x00', id, created_at
    ${some}`.execute(db);
}

async function fillContacts(db: Db, count: number): Promise<void> {
  await sql`
    INSERT INTO consents (id, email, purpose, words, source, given_at)
    SELECT gen_random_uuid(), email, 'news', 'Yes, write to me.', 'donation', created_at
    FROM donations WHERE number <= ${count / 10}`.execute(db);
  await sql`
    INSERT INTO suppressions (id, email, kind, at)
    SELECT gen_random_uuid(), email, 'unsubscribed', created_at
    FROM donations WHERE number > ${count - count / 10}`.execute(db);
  await sql`
    INSERT INTO member_relatives (id, main_member_id, seat, first_name, last_name, email,
      date_of_birth, created_at)
    SELECT gen_random_uuid(), m.id, 1, 'Lerato', last_name, email,
      '2012-01-01'::date + m.number % 3000, m.created_at
    FROM members m JOIN member_types t ON t.id = m.member_type_id WHERE t.is_family`.execute(db);
}

/** A line of the bank for each member. Of a thousand, one is open. */
async function fillBank(db: Db, count: number): Promise<void> {
  const [account, statement] = [randomUUID(), randomUUID()];
  await sql`
    INSERT INTO bank_accounts (id, bank, number, name, created_at)
    VALUES (${account}, 'FNB', '62000000033', '', ${seededDay})`.execute(db);
  await sql`
    INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout, from_day,
      to_day, line_count, new_count, done, created_by, created_at, imported_by, imported_at)
    SELECT ${statement}, ${account}, 'all.csv', repeat('a', 64), 'imported', 'csv', 'fnb-history',
      '2020-01-01', ${seededDay}, ${count}, ${count}, ${count}, id, ${seededDay}, id, ${seededDay}
    FROM users WHERE role = 'Admin' LIMIT 1`.execute(db);
  // The sums are right already.
  await sql`SET LOCAL session_replication_role = replica`.execute(db);
  await sql`
    INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
      reference, kind, normal_text, occurrence, state, booked_cents, certainty, judged_at)
    SELECT gen_random_uuid(), ${account}, ${statement}, n, ${seededDay}::date - n % 2000, 45000,
      'MAGTAPE CREDIT CAPITEC   MEMBER ' || n, '', 'MAGTAPE CREDIT', 'MEMBER ' || n, 1,
      CASE WHEN n % 1000 = 0 THEN 'open' ELSE 'matched' END,
      CASE WHEN n % 1000 = 0 THEN 0 ELSE 45000 END, 'none', ${seededDay}
    FROM generate_series(1, ${count}) AS n`.execute(db);
  await sql`
    INSERT INTO bank_matches (id, line_id, kind, amount_cents, certainty, why, recorded_at, recorded_by)
    SELECT gen_random_uuid(), l.id, 'payout', 45000, 'likely', 'x', ${seededDay}, s.created_by
    FROM bank_lines AS l JOIN bank_statements AS s ON s.id = l.statement_id
    WHERE l.state = 'matched'`.execute(db);
  await sql`SET LOCAL session_replication_role = origin`.execute(db);
}

/** Most notifications settled their donation. Some second payments are credits. */
async function fillCards(db: Db, count: number): Promise<void> {
  await sql`
    INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at,
      record_id, provider_id, payment_status, amount_cents, verdict, judged_at)
    SELECT gen_random_uuid(), 'donation', 'a=b', '127.0.0.1', true, created_at, id::text, number::text,
      'COMPLETE', amount_cents, 'settled', created_at
    FROM donations WHERE number <= ${count / 10}`.execute(db);
  await sql`
    INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents,
      net_cents, record_id, is_test, first_seen_at)
    SELECT gen_random_uuid(), number, 'FUNDS_RECEIVED', created_at, amount_cents, -100,
      amount_cents - 100, id, false, created_at
    FROM donations WHERE number <= ${count / 10}`.execute(db);
  await sql`
    INSERT INTO payments (id, donation_id, amount_cents, paid_on, recorded_at, method, source,
      external_reference)
    SELECT gen_random_uuid(), id, amount_cents, created_at::date, created_at, 'Credit Card', 'payfast',
      'payfast:second' || number
    FROM donations WHERE payment_id IS NOT NULL AND number <= ${count / 1000}::numeric`.execute(db);
}

/** Files are deleted three months after the invoice was paid, so there are never many. */
async function fillProofs(db: Db): Promise<void> {
  await sql`
    INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
    SELECT gen_random_uuid(), id, 1, 'application/pdf', 'x', sha256('x'), ${seededDay}::date
    FROM invoices ORDER BY number DESC LIMIT 300`.execute(db);
}
