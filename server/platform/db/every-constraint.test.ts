import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { mokoenaChildren, naledi, registered, typeId } from '#test/support/people.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { db } = app;
const run = (text: string) => db.executeQuery(sql.raw(text).compile(db));

// One row of each table, which the statements below try to make invalid.
const { id: admin } = await naledi(app);
const memberTypeId = await typeId(app, familyTypeName);
await registered(app, { memberTypeId, relatives: mokoenaChildren });
await pledged(app);
const id = `'${randomUUID()}'`;
await run(`INSERT INTO consents VALUES (${id}, 'a@example.org', 'news', 'Yes', 'donate', now())`);
await run(`INSERT INTO files VALUES (${id}, 'picture', 'a', 'image/webp', 'x', NULL, now())`);
await run(`INSERT INTO membership_periods
  SELECT ${id}, m.id, '2027-01-01', '2027-12-31', 31, m.member_type_id, 45000, i.id, now()
  FROM members AS m JOIN invoices AS i ON i.member_id = m.id`);
await run(`INSERT INTO reminders VALUES (${id}, 0, now())`);
await run(`INSERT INTO renewal_runs (id, started_by, started_at, filters, total)
  VALUES (${id}, '${admin}', now(), '{}', 0)`);
await run(`INSERT INTO bulk_emails (id, communication_list_id, subject, title, content, created_at)
  SELECT ${id}, l.id, 's', 't', 'c', now() FROM communication_lists AS l WHERE place = 1`);
await run(`INSERT INTO saved_searches (id, list, name, owner_id, is_shared, search, created_at, changed_at)
  VALUES (${id}, 'members', 'New', '${admin}', true, '{"text": "x"}', now(), now())`);
await run('UPDATE bulk_emails SET saved_search_id = id');
await run(`INSERT INTO saved_searches (id, list, name, owner_id, is_shared, search, created_at, changed_at)
  VALUES (gen_random_uuid(), 'members', 'Own', '${admin}', false, '{"text": "x"}', now(), now())`);
await run(`INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements)
  VALUES (${id}, 'a@example.org', 'A', '{}')`);
await run(`INSERT INTO suppressions VALUES (${id}, 'a@example.org', 'refused', '', now())`);
await run(`INSERT INTO audit_entries (at, by_user_id, by_name, action, subject_kind, subject_id,
  subject_name) VALUES (now(), '${admin}', 'N', 'a', 'member', ${id}, 'M')`);
await run(`INSERT INTO payments (id, invoice_id, amount_cents, paid_on, recorded_at, method, source)
  SELECT ${id}, id, amount_cents, '2027-03-10', now(), 'EFT', 'administrator' FROM invoices`);
await run(`INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, recorded_at, recorded_by)
  VALUES (${id}, ${id}, 'refund', 100, '2027-03-10', now(), '${admin}')`);
await run(`INSERT INTO member_returns (id, member_id, registered_at, typed)
  SELECT ${id}, id, now(), '{}' FROM members`);
await run(`INSERT INTO security_events
  (first_at, at, kind, user_name, detail, client, device, slot)
  VALUES (now(), now(), 'signIn', '', '', '', '', 'once')`);
await run(`INSERT INTO backups (id, night, requested_at) VALUES (${id}, '2027-03-10', now())`);
await run(`INSERT INTO policy_violations (directive, blocked, page, first_at, last_at)
  VALUES ('script-src', 'eval', '/', now(), now())`);
await run(`INSERT INTO erasures (id, kind, subject, erased_at)
  VALUES (${id}, 'address', repeat('a', 64), now())`);
await run(`INSERT INTO imports (id, kind, file_name, state, settings, sheets, columns, sample, mapping,
  created_by, created_at)
  VALUES (${id}, 'members', 'a.csv', 'reading', '{}', '{}', '{}', '[]', '{}', '${admin}', now())`);
await run(`INSERT INTO import_parts VALUES (${id}, 0, 'x')`);
await run(`INSERT INTO import_rows (import_id, row_number, main_row) VALUES (${id}, 1, 1)`);
await run(`INSERT INTO bank_accounts (id, bank, number, name, created_at)
  VALUES (${id}, 'FNB', '62000000017', '', now())`);
await run(`INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout,
  from_day, to_day, created_by, created_at)
  VALUES (${id}, ${id}, 'a.csv', repeat('a', 64), 'uploaded', 'csv', 'absa', '2027-03-01', '2027-03-02',
    '${admin}', now())`);
await run(`INSERT INTO bank_statement_files VALUES (${id}, 'x')`);
await run(`INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
  reference, kind, normal_text, occurrence)
  VALUES (${id}, ${id}, ${id}, 1, '2027-03-01', 65000, 'x', '', '', 'X', 1),
    (gen_random_uuid(), ${id}, ${id}, 2, '2027-03-01', -65000, 'y', '', '', 'Y', 1)`);
await run(insertMatch('payout', '100'));
await run(
  `UPDATE bank_matches SET reversed_at = now(), reversed_by = '${admin}', reversed_reason = 'x'`,
);
await run(`INSERT INTO bank_matches
  (id, line_id, kind, amount_cents, certainty, why, recorded_at, recorded_by)
  SELECT ${id}, id, 'payout', 1, 'none', 'x', now(), '${admin}' FROM bank_lines
  WHERE amount_cents > 0`);
await run(`INSERT INTO payout_entries
  VALUES (${id}, 1, '1', 'FUNDS_RECEIVED', '2027-03-01', 100, -10, 90, NULL)`);
await run(`INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
  SELECT ${id}, id, 1, 'application/pdf', 'x', sha256('x'), now() FROM invoices`);
await run(`INSERT INTO retention_periods (kind, months, saved_at) VALUES ('accounts', 60, now())`);
await run(`INSERT INTO retention_results (kind, day) VALUES ('accounts', '2027-03-10')`);
await run(
  `INSERT INTO erasure_requests (id, member_id, asked_at) SELECT ${id}, id, now() FROM members`,
);
await run(
  `INSERT INTO two_step_secrets (user_id, secret, created_at) VALUES ('${admin}', 'x', now())`,
);
await run(`INSERT INTO revocations (user_id, what) VALUES ('${admin}', 'password')`);
await run(`INSERT INTO earlier_sign_ins VALUES ('${admin}', ${id})`);
await run(`INSERT INTO recovery_codes (code_hash, user_id)
  VALUES (sha256('x'), '${admin}')`);
const second = await registered(app, { email: 'second@example.org', memberTypeId });
const writeOff = (values: string) => `
  INSERT INTO write_offs (id, invoice_id, number, amount_cents, reason, as_paid, recorded_at, recorded_by)
  SELECT gen_random_uuid(), '${second.invoiceId}', ${values}, false, now(), '${admin}'`;
await run(writeOff(`1, 1, 'x'`));
const cashDifference = (values: string) => `
  INSERT INTO cash_differences (id, day, cents, reason, recorded_at, recorded_by)
  VALUES (gen_random_uuid(), '2027-02-28', ${values}, now(), '${admin}')`;
await run(cashDifference(`1, 'x'`));
const storedSetting = (values: string) =>
  `INSERT INTO stored_settings VALUES (${values}, now(), '${admin}')`;
await run(storedSetting(`'mail', decode(repeat('00', 28), 'hex')`));
await run(`INSERT INTO duplicate_pairs (first_id, second_id, strength, reasons, details_hash)
  SELECT min(id::text)::uuid, max(id::text)::uuid, 1, '{phone}', '' FROM members`);
await run(`INSERT INTO member_merges (id, kept_id, merged_id, merged_at, merged_by, record_ids)
  SELECT ${id}, id, '${second.memberId}', now(), '${admin}', '{}' FROM members
  WHERE id <> '${second.memberId}'`);
await run(`INSERT INTO backup_tests (id, backup_id, started_at) VALUES (${id}, ${id}, now())`);
await run(`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents,
  fee_cents, net_cents, is_test, first_seen_at)
  VALUES (${id}, '1', 'FUNDS_RECEIVED', now(), 100, -10, 90, false, now())`);
await run(`INSERT INTO reconciliations VALUES (${id}, '2027-03-10', now(), 1, '[]')`);
await run(`WITH e AS (
    INSERT INTO ledger_entries (day, booked_on, kind, source_id)
    VALUES ('2027-03-10', '2027-03-10', 'received', ${id}) RETURNING id
  )
  INSERT INTO ledger_lines
  SELECT id, account, NULL, cents FROM e, (VALUES ('cash', 100), ('donation', -100)) AS v (account, cents)`);
await run(`INSERT INTO closed_months (id, month, figures, closed_at, closed_by)
  VALUES (${id}, '2020-01-01', '{}', now(), '${admin}')`);
await run(`INSERT INTO month_digests VALUES (${id}, 'x', encode(sha256('x'), 'hex'), now())`);
await run(`INSERT INTO provider_comparisons (id, requested_by, requested_at, next_attempt_at)
  VALUES (${id}, '${admin}', now(), now())`);
await run(`INSERT INTO provider_comparisons (id, night, requested_at, next_attempt_at)
  VALUES (gen_random_uuid(), '2027-03-10', now(), now())`);
await run(`INSERT INTO payment_differences (id, kind, key, transaction_id, day, first_seen_at, last_seen_at)
  VALUES (${id}, 'unrecorded', '1', ${id}, '2027-03-10', now(), now())`);

/** What a complete backup has. */
const madeNow = `started_at = now(), host = 'h', folder = 'f', file_name = 'backup-2027-03-10.tar.gz', made_at = now(),
  bytes = 1, row_count = 1`;

const insertUse = (cents: string) => `
  INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, recorded_at, recorded_by)
  VALUES (gen_random_uuid(), ${id}, 'refund', ${cents}, '2027-03-10', now(), '${admin}')`;

/** A match of the line with money in, or of the other one. */
function insertMatch(kind: string, cents: string, changes: Record<string, string> = {}): string {
  const isOut = kind === 'refund' || kind === 'reversal';
  const values: Record<string, string> = {
    id: 'gen_random_uuid()',
    line_id: `(SELECT id FROM bank_lines WHERE amount_cents ${isOut ? '<' : '>'} 0)`,
    kind: `'${kind}'`,
    amount_cents: cents,
    certainty: `'none'`,
    why: `'x'`,
    recorded_at: 'now()',
    recorded_by: `'${admin}'`,
    ...changes,
  };
  return `INSERT INTO bank_matches (${Object.keys(values).join(', ')})
    SELECT ${Object.values(values).join(', ')} FROM generate_series(1, 2)`;
}

/** Another card payment of the payout. */
const insertEntry = ({ place = '2', number = '1', day = '2027-03-01', gross = '50' }) => `
  INSERT INTO payout_entries
  VALUES (${id}, ${place}, '${number}', 'FUNDS_RECEIVED', '${day}', ${gross}, 0, ${gross}, NULL)`;
const paidCents = `(SELECT amount_cents FROM payments WHERE id = ${id})`;
const owed = (event: string, cents: number) => `
  INSERT INTO invoice_changes (day, event, invoice_id, invoice_number, owed_cents)
  VALUES ('2027-03-10', '${event}', ${id}, 1, ${cents})`;
const entry = (columns: string, values: string) => `
  INSERT INTO ledger_entries (source_id, ${columns}) VALUES (gen_random_uuid(), ${values})`;
const onDays = (day: string, booked_on: string, kind = 'received') =>
  entry('day, booked_on, kind', `'${day}', '${booked_on}', '${kind}'`);
const aboutRecord = (record: string) =>
  entry(
    'day, booked_on, kind, record_kind, record_id',
    `'2027-03-10', '2027-03-10', 'received', ${record}`,
  );
const ledgerLines = (values: string) => `
  WITH e AS (${onDays('2027-03-10', '2027-03-10')} RETURNING id)
  INSERT INTO ledger_lines
  SELECT e.id, v.account, v.of_id::uuid, v.cents FROM e, (VALUES ${values}) AS v (account, of_id, cents)`;
const openings = (values: string) => `
  INSERT INTO opening_balances (account, bank_account_id, day, cents)
  SELECT account, of_id::uuid, '2027-02-28', cents FROM (VALUES ${values}) AS v (account, of_id, cents)`;
const closeAfter = (month: string, closedAt = 'now()', figures = '{}') => `
  INSERT INTO closed_months (id, month, figures, closed_at, closed_by)
  SELECT gen_random_uuid(), ${month}, '${figures}', ${closedAt}, '${admin}'`;

/** A statement that each constraint refuses. The other constraints have tests in this folder. */
const refused: [constraint: string, statement: string][] = [
  ['duplicate_pairs_strength_check', 'UPDATE duplicate_pairs SET strength = 4'],
  [
    'duplicate_pairs_in_order',
    'UPDATE duplicate_pairs SET first_id = second_id, second_id = first_id',
  ],
  ['duplicate_pairs_dismissed_by_someone', 'UPDATE duplicate_pairs SET dismissed_at = now()'],
  [
    'duplicate_pairs_pkey',
    `INSERT INTO duplicate_pairs (first_id, second_id, strength, reasons, details_hash)
     SELECT first_id, second_id, 1, '{}', '' FROM duplicate_pairs`,
  ],
  ['members_merged_is_archived', `UPDATE members SET merged_into = '${second.memberId}'`],
  ['members_merged_is_archived', 'UPDATE members SET merged_into = id, archived_at = now()'],
  ['member_merges_of_two', 'UPDATE member_merges SET merged_id = kept_id'],
  ['member_merges_undone_by_someone', 'UPDATE member_merges SET undone_at = now()'],
  [
    'member_merges_one_of_a_record',
    `INSERT INTO member_merges (id, kept_id, merged_id, merged_at, merged_by, record_ids)
     SELECT gen_random_uuid(), kept_id, merged_id, now(), merged_by, '{}' FROM member_merges`,
  ],
  ['payment_proofs_place_check', 'UPDATE payment_proofs SET place = 11'],
  ['payment_proofs_place_check', 'UPDATE payment_proofs SET place = 0'],
  ['payment_proofs_media_type_check', "UPDATE payment_proofs SET media_type = 'text/html'"],
  ['payment_proofs_content_check', "UPDATE payment_proofs SET content = ''"],
  [
    'payment_proofs_content_check',
    "UPDATE payment_proofs SET content = convert_to(repeat('x', 10485761), 'UTF8')",
  ],
  ['payment_proofs_sha256_check', "UPDATE payment_proofs SET sha256 = 'x'"],
  ['payment_proofs_dealt_with_by_someone', 'UPDATE payment_proofs SET dealt_with_at = now()'],
  [
    'payment_proofs_invoice_id_place_key',
    `INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
     SELECT gen_random_uuid(), invoice_id, 1, media_type, 'y', sha256('y'), now() FROM payment_proofs`,
  ],
  [
    'payment_proofs_invoice_id_sha256_key',
    `INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
     SELECT gen_random_uuid(), invoice_id, 2, media_type, content, sha256, now() FROM payment_proofs`,
  ],
  ['consents_beside_another_is_withdrawn', 'UPDATE consents SET is_beside_another = true'],
  ['consents_waiting_counts_for_nothing', 'UPDATE consents SET is_waiting = true'],
  ['erasures_kind_check', "UPDATE erasures SET kind = 'name'"],
  ['erasures_subject_check', "UPDATE erasures SET subject = 'thandi@example.org'"],
  [
    'erasures_kind_subject_key',
    `INSERT INTO erasures (id, kind, subject, erased_at)
     SELECT gen_random_uuid(), kind, subject, now() FROM erasures`,
  ],
  ['erasure_salt_is_the_only_one_check', 'UPDATE erasure_salt SET is_the_only_one = false'],
  ['erasure_salt_salt_check', "UPDATE erasure_salt SET salt = 'short'"],
  ['erasure_requests_check', "UPDATE erasure_requests SET declined_reason = 'No'"],
  [
    'erasure_requests_one_open',
    `INSERT INTO erasure_requests (id, member_id, asked_at)
     SELECT gen_random_uuid(), member_id, now() FROM erasure_requests`,
  ],
  ['retention_periods_kind_check', "UPDATE retention_periods SET kind = 'cookies'"],
  ['retention_periods_months_check', 'UPDATE retention_periods SET months = 1201'],
  ['retention_periods_months_check', "INSERT INTO retention_periods VALUES ('mails', 0, now())"],
  ['retention_periods_accounts_check', 'UPDATE retention_periods SET months = 59'],
  [
    'retention_periods_pkey',
    'INSERT INTO retention_periods SELECT kind, months, now() FROM retention_periods',
  ],
  // Nothing is erased of a kind without a saved period.
  [
    'retention_results_kind_fkey',
    "INSERT INTO retention_results (kind, day) VALUES ('mails', '2027-03-10')",
  ],
  [
    'retention_results_pkey',
    'INSERT INTO retention_results (kind, day) SELECT kind, day FROM retention_results',
  ],
  ['retention_results_erased_check', 'UPDATE retention_results SET erased = -1'],
  ['retention_results_left_over_check', 'UPDATE retention_results SET left_over = -1'],
  ['earlier_sign_ins_pkey', 'INSERT INTO earlier_sign_ins SELECT * FROM earlier_sign_ins'],
  ['earlier_sign_ins_user_id_fkey', 'UPDATE earlier_sign_ins SET user_id = gen_random_uuid()'],
  ['revocations_pkey', `INSERT INTO revocations SELECT * FROM revocations`],
  ['revocations_user_id_fkey', `UPDATE revocations SET user_id = gen_random_uuid()`],
  ['revocations_what_check', `UPDATE revocations SET what = 'phone'`],
  ['revocations_times_check', 'UPDATE revocations SET times = 0'],
  ['recovery_codes_code_hash_check', "UPDATE recovery_codes SET code_hash = 'short'"],
  ['two_step_secrets_confirmed_check', 'UPDATE two_step_secrets SET confirmed_at = now()'],
  ['policy_violations_directive_check', "UPDATE policy_violations SET directive = 'Script src'"],
  ['policy_violations_blocked_check', "UPDATE policy_violations SET blocked = ''"],
  ['policy_violations_page_check', "UPDATE policy_violations SET page = '/login/7'"],
  ['policy_violations_reports_check', 'UPDATE policy_violations SET reports = 0'],
  [
    'policy_violations_pkey',
    `INSERT INTO policy_violations (directive, blocked, page, first_at, last_at)
     SELECT directive, blocked, page, now(), now() FROM policy_violations`,
  ],
  ['member_returns_typed_until_proved', 'UPDATE member_returns SET typed = NULL'],
  [
    'member_returns_one_waiting',
    `INSERT INTO member_returns (id, member_id, registered_at, typed)
     SELECT gen_random_uuid(), member_id, now(), '{}' FROM member_returns`,
  ],
  [
    'security_events_count_check',
    `INSERT INTO security_events (first_at, at, count, kind, user_name, detail, client, device, slot)
     VALUES (now(), now(), 0, '', '', '', '', '', 'other')`,
  ],
  [
    'security_events_times_check',
    `INSERT INTO security_events (first_at, at, kind, user_name, detail, client, device, slot)
     VALUES (now(), now() - interval '1 second', '', '', '', '', '', 'other')`,
  ],
  [
    'security_events_slot_key',
    `INSERT INTO security_events (first_at, at, kind, user_name, detail, client, device, slot)
     VALUES (now(), now(), '', '', '', '', '', 'once')`,
  ],
  ['rate_counts_count_check', `INSERT INTO rate_counts VALUES ('a', 'b', 0, 1, now())`],
  ['rate_counts_most_check', `INSERT INTO rate_counts VALUES ('a', 'b', 1, 0, now())`],
  ['backups_attempts_check', 'UPDATE backups SET attempts = 4'],
  ['backups_bytes_check', 'UPDATE backups SET bytes = 0'],
  ['backups_row_count_check', 'UPDATE backups SET row_count = -1'],
  [
    'backups_night_key',
    `INSERT INTO backups (id, night, requested_at)
     VALUES (gen_random_uuid(), '2027-03-10', now())`,
  ],
  [
    'backups_one_waiting',
    `INSERT INTO backups (id, requested_by, requested_at)
     SELECT gen_random_uuid(), '${admin}', now() FROM generate_series(1, 2)`,
  ],
  ['backups_reason_check', `UPDATE backups SET requested_by = '${admin}'`],
  ['backups_reason_check', 'UPDATE backups SET night = NULL'],
  ['backups_place_check', `UPDATE backups SET file_name = 'backup-2027-03-10.tar.gz'`],
  ['backups_file_name_check', `UPDATE backups SET file_name = 'passwd'`],
  [
    'backups_outcome_check',
    `UPDATE backups SET ${madeNow}, failed_at = now(), failure = 'The disk is full.'`,
  ],
  ['backups_made_check', 'UPDATE backups SET made_at = now()'],
  ['backups_failure_check', 'UPDATE backups SET failed_at = now()'],
  ['backups_removed_check', 'UPDATE backups SET removed_at = now()'],
  ['backups_copy_check', `UPDATE backups SET copy_folder = '/mnt/office'`],
  ['backups_copy_check', 'UPDATE backups SET copied_at = now()'],
  [
    'backups_copy_outcome_check',
    `UPDATE backups SET ${madeNow}, copy_folder = '/mnt', copied_at = now(), copy_failure = 'x'`,
  ],
  [
    'backups_copy_removed_check',
    `UPDATE backups SET ${madeNow}, copy_folder = '/mnt', copy_removed_at = now()`,
  ],
  [
    'backup_tests_scratch_database_check',
    `UPDATE backup_tests SET scratch_database = 'membership'`,
  ],
  ['backup_tests_way_check', `UPDATE backup_tests SET finished_at = now(), way = 'believed'`],
  ['backup_tests_finished_check', 'UPDATE backup_tests SET finished_at = now()'],
  ['backup_tests_why_check', `UPDATE backup_tests SET finished_at = now(), way = 'verified'`],
  ['backup_tests_failure_check', `UPDATE backup_tests SET failure = 'It is damaged.'`],
  ['backup_tests_copy_check', `UPDATE backup_tests SET copy_folder = '/mnt/office'`],
  [
    'red_checks_pkey',
    `INSERT INTO red_checks SELECT 'Disk', now(), now() FROM generate_series(1, 2)`,
  ],
  ['bulk_emails_search_while_pending', 'UPDATE bulk_emails SET processing_at = now()'],
  ['bulk_emails_sent_to_name', `UPDATE bulk_emails SET sent_to_name = 'Members: New'`],
  [
    'provider_transactions_provider_id_check',
    `UPDATE provider_transactions SET provider_id = repeat('1', 41)`,
  ],
  ['provider_transactions_type_check', `UPDATE provider_transactions SET type = ''`],
  [
    'provider_transactions_once',
    `INSERT INTO provider_transactions SELECT gen_random_uuid(), provider_id, type, happened_at,
       gross_cents, 0, 0, NULL, false, now() FROM provider_transactions`,
  ],
  ['reconciliations_duration_ms_check', 'UPDATE reconciliations SET duration_ms = -1'],
  ['reconciliations_results_check', `UPDATE reconciliations SET results = '{}'`],
  [
    'reconciliations_night_key',
    `INSERT INTO reconciliations SELECT gen_random_uuid(), night, now(), 1, '[]' FROM reconciliations`,
  ],
  ['invoice_changes_event_check', owed('forgotten', 100)],
  ['invoice_changes_owed', owed('issued', 0)],
  ['invoice_changes_stay', 'UPDATE invoice_changes SET day = booked_on'],
  ['invoice_changes_stay', 'DELETE FROM invoice_changes'],
  [
    'earlier_periods_days',
    `INSERT INTO earlier_periods (invoice_id, starts_on, ends_on, until)
     SELECT id, '2027-03-10', '2027-03-09', '2027-04-01' FROM invoices`,
  ],
  ['ledger_entries_kind_check', onDays('2027-03-10', '2027-03-10', 'forgotten')],
  ['ledger_entries_not_early', onDays('2027-03-10', '2027-03-09')],
  ['ledger_entries_record', aboutRecord(`'invoice', NULL`)],
  ['ledger_entries_record_kind_check', aboutRecord(`'payment', ${id}`)],
  ['ledger_open_month', onDays('2020-01-31', '2020-01-31')],
  ['ledger_lines_account_check', ledgerLines(`('purse', NULL, 1)`)],
  ['ledger_lines_cents_check', ledgerLines(`('cash', NULL, 0)`)],
  ['ledger_lines_of', ledgerLines(`('cash', ${id}, 1), ('kept', NULL, -1)`)],
  ['ledger_lines_one_of_account', ledgerLines(`('cash', NULL, 1), ('cash', NULL, -1)`)],
  ['ledger_balance', ledgerLines(`('cash', NULL, 2), ('kept', NULL, -1)`)],
  // Balanced lines of an entry that has some already.
  [
    'ledger_balance',
    `INSERT INTO ledger_lines SELECT min(entry_id), a.account, NULL, a.cents
     FROM ledger_lines, (VALUES ('transfer', 1), ('kept', -1)) AS a (account, cents) GROUP BY 2, 4`,
  ],
  ['ledger_stays', 'UPDATE ledger_entries SET day = booked_on'],
  ['ledger_stays', 'DELETE FROM ledger_entries'],
  ['ledger_stays', 'UPDATE ledger_lines SET cents = 2 * cents'],
  ['ledger_stays', 'DELETE FROM ledger_lines'],
  [
    'bank_accounts_one_takes_eft',
    `INSERT INTO bank_accounts (id, bank, number, name, created_at, takes_eft)
     SELECT gen_random_uuid(), 'A bank', '1000' || n, '', now(), true FROM generate_series(1, 2) AS n`,
  ],
  ['cash_counts_pkey', `INSERT INTO cash_counts VALUES ('2027-02-28', 0), ('2027-02-28', 1)`],
  ['cash_counts_cents_check', `INSERT INTO cash_counts VALUES ('2027-02-28', -1)`],
  ['cash_differences_cents_check', cashDifference(`0, 'x'`)],
  ['cash_differences_reason_check', cashDifference(`1, ''`)],
  ['cash_differences_reversed_whole', 'UPDATE cash_differences SET reversed_at = now()'],
  ['cash_differences_stay', 'UPDATE cash_differences SET cents = 2'],
  ['cash_differences_stay', 'DELETE FROM cash_differences'],
  ['stored_settings_pkey', storedSetting(`'mail', decode(repeat('00', 28), 'hex')`)],
  ['stored_settings_kind_check', storedSetting(`'sms', decode(repeat('00', 28), 'hex')`)],
  ['stored_settings_encrypted_check', storedSetting(`'payfast', decode('00', 'hex')`)],
  ['opening_balances_account_check', openings(`('purse', NULL, 1)`)],
  ['opening_balances_cents_check', openings(`('cash', NULL, 100000000000)`)],
  ['opening_balances_of', openings(`('bank', NULL, 1)`)],
  ['opening_balances_one_of_account', openings(`('cash', NULL, 1), ('cash', NULL, 2)`)],
  [
    'closed_months_first_day',
    `ALTER TABLE closed_months DISABLE TRIGGER USER; UPDATE closed_months SET month = '2020-01-02'`,
  ],
  ['closed_months_past', closeAfter(`'2020-02-01'`, `'2020-02-29 21:59Z'`)],
  ['closed_months_figures_check', closeAfter(`'2020-02-01'`, 'now()', '[]')],
  ['closed_months_reopened_whole', 'UPDATE closed_months SET reopened_at = now()'],
  [
    'closed_months_reopened_reason_check',
    `UPDATE closed_months SET reopened_at = now(), reopened_by = closed_by, reopened_reason = ''`,
  ],
  ['closed_months_in_order', closeAfter(`'2020-01-01'`)],
  ['closed_months_in_order', closeAfter(`'2020-03-01'`)],
  ['closed_months_in_order', `UPDATE closed_months SET figures = '{"a": 1}'`],
  ['closed_months_in_order', 'DELETE FROM closed_months'],
  ['book_settings_is_the_only_one_check', 'UPDATE book_settings SET is_the_only_one = false'],
  ['book_settings_year_end_month_check', 'UPDATE book_settings SET year_end_month = 13'],
  ['book_settings_accounts_check', `UPDATE book_settings SET accounts = '[]'`],
  ['book_settings_tax_rate_check', `UPDATE book_settings SET tax_rate = ''`],
  ['provider_comparisons_attempts_check', 'UPDATE provider_comparisons SET attempts = -1'],
  ['provider_comparisons_night_or_person', `UPDATE provider_comparisons SET night = '2027-03-11'`],
  [
    'provider_comparisons_one_end',
    `UPDATE provider_comparisons SET failed_at = now(), failure = 'x'`,
  ],
  ['provider_comparisons_one_end', 'UPDATE provider_comparisons SET next_attempt_at = NULL'],
  [
    'provider_comparisons_failure',
    'UPDATE provider_comparisons SET failed_at = now(), next_attempt_at = NULL',
  ],
  [
    'provider_comparisons_days',
    'UPDATE provider_comparisons SET finished_at = now(), next_attempt_at = NULL',
  ],
  [
    'provider_comparisons_night_key',
    `INSERT INTO provider_comparisons (id, night, requested_at, next_attempt_at)
     VALUES (gen_random_uuid(), '2027-03-10', now(), now())`,
  ],
  [
    'provider_comparisons_one_asked',
    `INSERT INTO provider_comparisons (id, requested_by, requested_at, next_attempt_at)
     VALUES (gen_random_uuid(), '${admin}', now(), now())`,
  ],
  ['payment_differences_kind_check', `UPDATE payment_differences SET kind = 'other'`],
  [
    'payment_differences_check',
    `UPDATE payment_differences SET last_seen_at = first_seen_at - interval '1 s'`,
  ],
  ['payment_differences_about', 'UPDATE payment_differences SET transaction_id = NULL'],
  ['payment_differences_about', `UPDATE payment_differences SET kind = 'balance'`],
  ['payment_differences_dismissed_whole', 'UPDATE payment_differences SET dismissed_at = now()'],
  [
    'payment_differences_one_end',
    `UPDATE payment_differences SET resolved_at = now(), dismissed_at = now(),
       dismissed_by = '${admin}', dismissed_reason = 'x'`,
  ],
  [
    'payment_differences_once',
    `INSERT INTO payment_differences (id, kind, key, transaction_id, day, first_seen_at, last_seen_at)
     SELECT gen_random_uuid(), kind, key, transaction_id, day, now(), now() FROM payment_differences`,
  ],
  ['bulk_emails_saved_search', 'DELETE FROM saved_searches WHERE is_shared'],
  ['bulk_emails_saved_search', 'UPDATE saved_searches SET is_shared = false'],
  ['bulk_emails_saved_search', `UPDATE saved_searches SET list = 'invoices'`],
  [
    'bulk_emails_saved_search',
    `UPDATE bulk_emails SET saved_search_id =
       (SELECT id FROM saved_searches WHERE NOT is_shared)`,
  ],
  ['saved_searches_list_check', `UPDATE saved_searches SET list = 'Members; '`],
  ['saved_searches_name_check', `UPDATE saved_searches SET name = ' '`],
  ['saved_searches_name_check', `UPDATE saved_searches SET name = repeat('x', 61)`],
  ['saved_searches_search_check', `UPDATE saved_searches SET search = '{}'`],
  ['saved_searches_check', `UPDATE saved_searches SET changed_at = created_at - interval '1 s'`],
  ['saved_searches_check1', 'UPDATE saved_searches SET owner_id = NULL WHERE NOT is_shared'],
  [
    'saved_searches_shared_name',
    `INSERT INTO saved_searches (id, list, name, is_shared, search, created_at, changed_at)
     VALUES (gen_random_uuid(), 'members', 'NÉW', true, '{"text": "y"}', now(), now())`,
  ],
  [
    'saved_searches_own_name',
    `INSERT INTO saved_searches (id, list, name, owner_id, is_shared, search, created_at, changed_at)
     VALUES (gen_random_uuid(), 'members', 'OWN', '${admin}', false, '{"text": "y"}', now(), now())`,
  ],
  ['bulk_emails_check', 'UPDATE bulk_emails SET completed_at = now()'],
  [
    'bulk_emails_check1',
    'UPDATE bulk_emails SET saved_search_id = NULL, processing_at = now(), held_at = now()',
  ],
  ['bulk_emails_failures_in_a_row_check', 'UPDATE bulk_emails SET failures_in_a_row = -1'],
  [
    'bulk_recipients_bulk_email_id_email_key',
    `INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements)
     VALUES (${id}, 'a@example.org', 'A again', '{}')`,
  ],
  ['bulk_recipients_check', 'UPDATE bulk_recipients SET sent_at = now(), failed_at = now()'],
  ['bulk_recipients_check1', 'UPDATE bulk_recipients SET sending_by = 1'],
  ['bulk_recipients_check2', 'UPDATE bulk_recipients SET uncounted = attempts + 1'],
  ['communication_lists_audience_key', `UPDATE communication_lists SET audience = 'all'`],
  ['communication_lists_name_key', `UPDATE communication_lists SET name = 'All'`],
  ['communication_lists_place_key', 'UPDATE communication_lists SET place = 9'],
  ['communication_lists_audience_check', `UPDATE communication_lists SET audience = 'friends'`],
  [
    'company_info_account_number_changed_check',
    'UPDATE company_info SET account_number_changed_at = now()',
  ],
  [
    'company_info_donation_presets_cents_check',
    `UPDATE company_info SET donation_presets_cents = '{100,200}'`,
  ],
  ['members_corrected_province_check', `UPDATE members SET corrected_province = 'Transvaal'`],
  ['company_info_backups_kept_check', 'UPDATE company_info SET backups_kept = 0'],
  ['company_info_vat_basis_check', `UPDATE company_info SET vat_basis = 'cash'`],
  ['company_info_mails_per_day_check', 'UPDATE company_info SET mails_per_day = 0'],
  ['company_info_mails_per_minute_check', 'UPDATE company_info SET mails_per_minute = 0'],
  ['consents_check', `UPDATE consents SET withdrawn_at = given_at - interval '1 second'`],
  ['consents_email_check', `UPDATE consents SET email = 'A@example.org'`],
  ['consents_purpose_check', `UPDATE consents SET purpose = 'sale'`],
  ['consents_source_check', `UPDATE consents SET source = ''`],
  ['consents_words_check', `UPDATE consents SET words = ''`],
  [
    'consents_live',
    `INSERT INTO consents VALUES (gen_random_uuid(), 'a@example.org', 'news', 'Yes', 'x', now())`,
  ],
  ['counters_last_used_check', `INSERT INTO counters VALUES ('invoice', -1)`],
  ['donation_types_name_key', `UPDATE donation_types SET name = 'EFT'`],
  ['files_bytes_check', `UPDATE files SET bytes = ''`],
  ['files_kind_check', `UPDATE files SET kind = 'program'`],
  ['imports_attempts_check', 'UPDATE imports SET attempts = -1'],
  ['imports_check', 'UPDATE imports SET undone_at = now()'],
  ['imports_check1', 'UPDATE imports SET forgotten_at = now()'],
  ['imports_done_check', 'UPDATE imports SET done = -1'],
  ['imports_file_name_check', `UPDATE imports SET file_name = ''`],
  ['imports_kind_check', `UPDATE imports SET kind = 'whim'`],
  ['imports_state_check', `UPDATE imports SET state = 'whim'`],
  ['imports_total_check', 'UPDATE imports SET total = -1'],
  [
    'imports_one_busy',
    `INSERT INTO imports (id, kind, file_name, state, settings, sheets, columns, mapping, created_by,
       created_at)
     SELECT gen_random_uuid(), kind, file_name, 'undoing', settings, sheets, columns, mapping,
       created_by, created_at FROM imports`,
  ],
  ['bank_accounts_bank_check', `UPDATE bank_accounts SET bank = ''`],
  ['bank_accounts_number_check', `UPDATE bank_accounts SET number = '62 00'`],
  ['bank_accounts_name_check', `UPDATE bank_accounts SET name = ' x'`],
  ['bank_accounts_source_check', `UPDATE bank_accounts SET source = 'pdf'`],
  [
    'bank_accounts_bank_number_key',
    `INSERT INTO bank_accounts SELECT gen_random_uuid(), bank, number, '', NULL, NULL, now()
     FROM bank_accounts`,
  ],
  ['bank_statements_file_name_check', `UPDATE bank_statements SET file_name = ''`],
  ['bank_statements_sha256_check', `UPDATE bank_statements SET sha256 = 'x'`],
  [
    'bank_statements_sha256_key',
    `INSERT INTO bank_statements (id, file_name, sha256, state, created_by, created_at)
     SELECT gen_random_uuid(), 'b.csv', sha256, state, created_by, now() FROM bank_statements`,
  ],
  [
    'bank_statements_state_check',
    `UPDATE bank_statements SET state = 'whim', imported_by = created_by`,
  ],
  ['bank_statements_source_check', `UPDATE bank_statements SET source = 'pdf'`],
  ['bank_statements_layout_check', `UPDATE bank_statements SET layout = ''`],
  ['bank_statements_balance_check', `UPDATE bank_statements SET balance = 'whim'`],
  ['bank_statements_new_count_check', `UPDATE bank_statements SET new_count = -1`],
  ['bank_statements_known_count_check', `UPDATE bank_statements SET known_count = -1`],
  ['bank_statements_check', 'UPDATE bank_statements SET done = 1'],
  ['bank_statements_check1', `UPDATE bank_statements SET to_day = '2027-02-28'`],
  ['bank_statements_check2', `UPDATE bank_statements SET imported_by = created_by`],
  ['bank_statements_check3', `UPDATE bank_statements SET imported_at = now()`],
  [
    'bank_statements_account_when_imported',
    `UPDATE bank_statements SET state = 'importing', imported_by = created_by, layout = NULL`,
  ],
  [
    'bank_statements_all_counted',
    `UPDATE bank_statements SET state = 'imported', imported_by = created_by, imported_at = now(),
       line_count = 2, done = 2, new_count = 1`,
  ],
  [
    'bank_statement_files_bytes_check',
    `UPDATE bank_statement_files SET bytes = repeat('x', 11534337)::bytea`,
  ],
  ['bank_lines_row_number_check', 'UPDATE bank_lines SET row_number = 0'],
  ['bank_lines_amount_cents_check', 'UPDATE bank_lines SET amount_cents = 0'],
  ['bank_lines_text_check', `UPDATE bank_lines SET text = repeat('x', 1001)`],
  ['bank_lines_normal_text_check', `UPDATE bank_lines SET normal_text = repeat('x', 401)`],
  ['bank_lines_occurrence_check', 'UPDATE bank_lines SET occurrence = 0'],
  ['bank_lines_bank_number_check', `UPDATE bank_lines SET bank_number = ''`],
  ['bank_lines_state_check', `UPDATE bank_lines SET state = 'whim'`],
  ['bank_lines_booked', 'UPDATE bank_lines SET booked_cents = 65001'],
  ['bank_lines_booked', 'UPDATE bank_lines SET amount_cents = -65000, booked_cents = 65001'],
  ['bank_lines_matched', `UPDATE bank_lines SET state = 'matched'`],
  ['bank_lines_matched', 'UPDATE bank_lines SET booked_cents = 65000'],
  ['bank_lines_certainty_check', `UPDATE bank_lines SET certainty = 'whim'`],
  ['bank_matches_kind_check', insertMatch('whim', '100')],
  ['bank_matches_amount_cents_check', insertMatch('payout', '0')],
  ['bank_matches_fee_cents_check', insertMatch('payout', '1', { fee_cents: '1' })],
  ['bank_matches_certainty_check', insertMatch('payout', '1', { certainty: `'whim'` })],
  ['bank_matches_why_check', insertMatch('payout', '1', { why: `''` })],
  ['bank_matches_payer_key_check', insertMatch('payout', '1', { payer_key: `'abc'` })],
  ['bank_matches_target', insertMatch('invoice', '100')],
  ['bank_matches_target', insertMatch('refund', '100')],
  ['bank_matches_reversed_whole', insertMatch('payout', '1', { reversed_at: 'now()' })],
  ['bank_matches_stay', 'UPDATE bank_matches SET amount_cents = 1'],
  [
    'bank_matches_stay',
    'UPDATE bank_matches SET reversed_at = NULL, reversed_by = NULL, reversed_reason = NULL',
  ],
  ['bank_matches_amount', insertMatch('recorded', '1', { payment_id: id })],
  ['bank_matches_amount', insertMatch('invoice', paidCents, { payment_id: id })],
  ['bank_matches_amount', insertMatch('refund', '1', { credit_use_id: id })],
  [
    'bank_matches_direction',
    insertMatch('refund', '100', {
      credit_use_id: id,
      line_id: '(SELECT id FROM bank_lines WHERE amount_cents > 0)',
    }),
  ],
  ['bank_matches_one_of_payment', insertMatch('recorded', paidCents, { payment_id: id })],
  ['bank_matches_one_reversal', insertMatch('reversal', paidCents, { payment_id: id })],
  ['bank_matches_one_of_credit_use', insertMatch('refund', '100', { credit_use_id: id })],
  ['payout_entries_place_check', 'UPDATE payout_entries SET place = 0'],
  ['payout_entries_provider_id_check', "UPDATE payout_entries SET provider_id = repeat('1', 41)"],
  ['payout_entries_type_check', "UPDATE payout_entries SET type = ''"],
  ['payout_entries_once', insertEntry({ gross: '100' })],
  ['payout_entries_payment_once', insertEntry({ day: '2027-03-02', gross: '100' })],
  ['payout_entries_pkey', insertEntry({ place: '1', number: '2' })],
  [
    'payout_entries_of_payout',
    `UPDATE payout_entries SET match_id = (SELECT id FROM bank_matches
     WHERE reversed_at IS NOT NULL LIMIT 1)`,
  ],
  [
    'payments_of_bank_matched',
    `INSERT INTO payments (id, payer_name, amount_cents, paid_on, recorded_at, method, source)
     VALUES (gen_random_uuid(), 'Thandi', 100, '2027-03-10', now(), 'EFT', 'bank')`,
  ],
  ['bank_lines_dismissed', `UPDATE bank_lines SET state = 'dismissed'`],
  ['bank_lines_dismissed', `UPDATE bank_lines SET dismissed_reason = 'A fee'`],
  [
    'bank_lines_dismissed_reason_check',
    `UPDATE bank_lines SET state = 'dismissed', dismissed_reason = '', dismissed_at = now(),
       dismissed_by = '${admin}' WHERE booked_cents = 0`,
  ],
  [
    'bank_lines_once',
    `INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
       reference, kind, normal_text, occurrence)
     SELECT gen_random_uuid(), account_id, statement_id, 2, day, amount_cents, text, reference, kind,
       normal_text, occurrence FROM bank_lines`,
  ],
  ['import_parts_bytes_check', `UPDATE import_parts SET bytes = repeat('x', 1048577)::bytea`],
  ['import_parts_part_check', 'UPDATE import_parts SET part = -1'],
  ['import_rows_fate_check', `UPDATE import_rows SET fate = 'whim'`],
  ['import_rows_row_number_check', 'UPDATE import_rows SET row_number = 0'],
  ['invoices_check', 'UPDATE invoices SET member_id = NULL'],
  ['invoices_check1', 'UPDATE invoices SET voided_at = now()'],
  ['invoices_payment_type_check', `UPDATE invoices SET payment_type = 'Cash'`],
  ['company_info_logo_fkey', `UPDATE company_info SET logo = '${'0'.repeat(64)}'`],
  ['logos_check', `INSERT INTO logos VALUES ('x', 'x', 1, 1, now())`],
  ['logos_bytes_check', `INSERT INTO logos VALUES (encode(sha256(''), 'hex'), '', 1, 1, now())`],
  ['logos_width_check', `INSERT INTO logos VALUES (encode(sha256('x'), 'hex'), 'x', 0, 1, now())`],
  [
    'logos_height_check',
    `INSERT INTO logos VALUES (encode(sha256('x'), 'hex'), 'x', 1, 161, now())`,
  ],
  [
    'donations_answered_when_paid',
    `UPDATE donations SET needs_answer_since = now(), payment_id = gen_random_uuid()`,
  ],
  [
    'mails_one_outcome',
    'UPDATE mails SET sent_at = now(), failed_at = now(), next_attempt_at = NULL',
  ],
  ['mails_due_until_outcome', 'UPDATE mails SET next_attempt_at = NULL'],
  ['mails_due_until_outcome', 'UPDATE mails SET cancelled_at = now()'],
  ['mails_captured_when_done', 'UPDATE mails SET is_captured = true'],
  [
    'mails_held_until_outcome',
    'UPDATE mails SET held_at = now(), cancelled_at = now(), next_attempt_at = NULL',
  ],
  [
    'restores_answered_by_someone',
    `INSERT INTO restores VALUES (gen_random_uuid(), now(), now(), now(), NULL)`,
  ],
  ['members_check', 'UPDATE members SET status_set_at = now()'],
  ['consent_is_whole', `UPDATE member_relatives SET consent_words = 'Yes'`],
  ['aged_out_has_no_seat', 'UPDATE member_relatives SET aged_out_at = now()'],
  [
    'member_relatives_consent_source_check',
    `UPDATE member_relatives
     SET consent_words = 'Yes', consent_at = now(), consent_source = 'rumour'`,
  ],
  [
    'member_relatives_consent_words_check',
    `UPDATE member_relatives
     SET consent_words = '', consent_at = now(), consent_source = 'office'`,
  ],
  ['member_statuses_name_key', `UPDATE member_statuses SET name = 'áctive' WHERE name = 'Expired'`],
  [
    'membership_periods_invoice_id_key',
    `INSERT INTO membership_periods (id, member_id, starts_on, ends_on, anchor_day, member_type_id,
       fee_cents, invoice_id, created_at)
     SELECT gen_random_uuid(), member_id, '2028-01-01', '2028-12-31', anchor_day, member_type_id,
       fee_cents, invoice_id, created_at FROM membership_periods`,
  ],
  ['membership_periods_anchor_day_check', 'UPDATE membership_periods SET anchor_day = 32'],
  ['membership_periods_fee_cents_check', 'UPDATE membership_periods SET fee_cents = -1'],
  ['payments_bank_reference_check', `UPDATE payments SET bank_reference = ''`],
  ['payments_bank_reference_check', `UPDATE payments SET bank_reference = repeat('x', 101)`],
  ['payments_method_check', `UPDATE payments SET method = 'Cowries'`],
  ['payments_test', 'UPDATE payments SET is_test = true'],
  ['payments_source_check', `UPDATE payments SET source = 'rumour'`],
  [
    'payments_payer_name_check',
    `INSERT INTO payments (id, payer_name, amount_cents, paid_on, recorded_at, method, source)
     VALUES (gen_random_uuid(), '', 100, '2027-03-10', now(), 'EFT', 'administrator')`,
  ],
  ['payments_returned', 'UPDATE payments SET returned_on = paid_on WHERE reversed_at IS NULL'],
  ['payments_parts_fit', 'UPDATE payments SET used_cents = amount_cents + 1'],
  ['payments_stay', 'UPDATE payments SET counted_cents = 1'],
  ['payments_stay', 'UPDATE payments SET amount_cents = amount_cents + 1'],
  ['payments_one_record', `UPDATE payments SET payer_name = 'Thandi'`],
  [
    'payments_vat',
    `INSERT INTO payments (id, payer_name, amount_cents, vat_cents, paid_on, recorded_at, method, source)
     VALUES (gen_random_uuid(), 'T', 100, 13, '2027-03-10', now(), 'EFT', 'administrator')`,
  ],
  [
    'payments_without_record',
    `INSERT INTO payments (id, payer_name, amount_cents, counted_cents, paid_on, recorded_at, method,
       source) VALUES (gen_random_uuid(), 'T', 100, 100, '2027-03-10', now(), 'EFT', 'administrator')`,
  ],
  [
    'payments_reported_elsewhere',
    `INSERT INTO payments (id, payer_name, amount_cents, paid_on, recorded_at, method, source,
       reported_elsewhere)
     VALUES (gen_random_uuid(), 'T', 100, '2027-03-10', now(), 'Credit Card', 'payfast', true)`,
  ],
  [
    'donations_withdrawn_unpaid',
    `UPDATE donations SET withdrawn_at = now(), paid_cents = amount_cents, payment_id = gen_random_uuid()`,
  ],
  ['imports_closed_months_check', `UPDATE imports SET closed_months = 'never'`],
  [
    'payments_used_stays',
    `UPDATE payments SET reversed_at = now(), reversed_by = '${admin}', reversed_reason = 'x'`,
  ],
  ['credit_uses_kind_check', `UPDATE credit_uses SET kind = 'whim'`],
  ['credit_uses_amount_cents_check', insertUse('0')],
  [
    'credit_uses_of_payment',
    `INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, reason, recorded_at, recorded_by)
     VALUES (gen_random_uuid(), ${id}, 'other', -1, '2027-03-10', 'x', now(), '${admin}')`,
  ],
  ['credit_uses_reference_check', `UPDATE credit_uses SET reference = ''`],
  ['credit_uses_reason_check', `UPDATE credit_uses SET reason = ''`],
  ['credit_uses_carried_check', `UPDATE credit_uses SET kind = 'invoice'`],
  ['credit_uses_other_check', `UPDATE credit_uses SET kind = 'other'`],
  ['credit_uses_reversed_whole', 'UPDATE credit_uses SET reversed_at = now()'],
  ['credit_uses_vat', 'UPDATE credit_uses SET vat_cents = 13'],
  ['credit_uses_refunded_by_check', `UPDATE credit_uses SET refunded_by = 'Debit Order'`],
  [
    'credit_uses_refund',
    `UPDATE credit_uses SET kind = 'other', reason = 'x', refunded_by = 'Cash'`,
  ],
  ['credit_uses_stay', 'UPDATE credit_uses SET amount_cents = 200'],
  ['payments_parts_fit', insertUse('999999999')],
  [
    'credit_uses_carried_to_key',
    `INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, carried_to, recorded_at,
       recorded_by)
     SELECT gen_random_uuid(), ${id}, 'invoice', 1, '2027-03-10', ${id}, now(), '${admin}'
     FROM generate_series(1, 2)`,
  ],
  [
    'invoices_written_off_whole',
    'UPDATE invoices SET written_off_cents = amount_cents WHERE payment_id IS NULL',
  ],
  [
    'invoices_written_off_by',
    `UPDATE invoices SET written_off_cents = amount_cents, write_off_id = ${id}
     WHERE payment_id IS NULL`,
  ],
  ['write_offs_number_check', writeOff(`0, 1, 'x'`)],
  ['write_offs_number_key', writeOff(`1, 1, 'x'`)],
  ['write_offs_amount_cents_check', writeOff(`1, 0, 'x'`)],
  ['write_offs_reason_check', writeOff(`1, 1, ''`)],
  ['write_offs_one_counts', writeOff(`2, 1, 'x'`)],
  ['write_offs_reversed_whole', 'UPDATE write_offs SET reversed_at = now()'],
  ['write_offs_stay', 'UPDATE write_offs SET amount_cents = 2'],
  ['invoices_paid_whole', 'UPDATE invoices SET paid_cents = amount_cents'],
  ['invoices_paid_check', 'UPDATE invoices SET paid_cents = -1'],
  [
    'invoices_void_is_unpaid',
    `UPDATE invoices SET paid_cents = 1, voided_at = now(), void_reason = 'x'`,
  ],
  ['donations_paid_check', 'UPDATE donations SET paid_cents = 1'],
  ['donations_paid_whole', 'UPDATE donations SET paid_cents = amount_cents'],
  ['month_digests_stay', `UPDATE month_digests SET list = 'x'`],
  [
    'month_digests_sha256_check',
    `INSERT INTO month_digests VALUES (gen_random_uuid(), 'x', 'x', now())`,
  ],
  ['money_stays', 'DELETE FROM credit_uses'],
  ['reminders_step_check', 'UPDATE reminders SET step = 1'],
  ['renewal_runs_created_check', 'UPDATE renewal_runs SET created = -1'],
  ['renewal_runs_done_check', 'UPDATE renewal_runs SET done = -1'],
  ['renewal_runs_total_check', 'UPDATE renewal_runs SET total = -1'],
  [
    'suppressions_email_key',
    `INSERT INTO suppressions SELECT gen_random_uuid(), email, kind, reason, at FROM suppressions`,
  ],
  ['suppressions_email_check', `UPDATE suppressions SET email = 'A@example.org'`],
  ['suppressions_kind_check', `UPDATE suppressions SET kind = 'whim'`],
];

for (const [constraint, statement] of refused) {
  test(`${constraint} refuses: ${statement.replaceAll(/\s+/g, ' ')}`, async () => {
    await assert.rejects(run(statement), { constraint });
  });
}

test('an audit entry cannot be changed or deleted', async () => {
  for (const spoil of [`UPDATE audit_entries SET by_name = 'X'`, 'DELETE FROM audit_entries']) {
    await assert.rejects(run(spoil), /what was noted stays as it is/);
  }
});

/** Target keys of foreign keys in other tables. They refuse nothing by themselves. */
const pointedTo = [
  'bank_statements_id_account_id_key',
  'donations_payment_id_key',
  'invoices_payment_id_key',
  'payments_counts_key',
  'saved_searches_id_is_for_bulk_emails_key',
  'users_id_email_key',
  'write_offs_counts_key',
];

test('each constraint of the schema has a test in which it refuses a statement', async () => {
  const folder = new URL('.', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const { rows } = await run(`
    SELECT conname AS name FROM pg_constraint
    WHERE contype IN ('c', 'u', 'x') AND connamespace = 'public'::regnamespace
    UNION SELECT i.relname FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
    WHERE x.indisunique AND NOT x.indisprimary AND i.relnamespace = 'public'::regnamespace`);
  const names = (rows as { name: string }[]).map(({ name }) => name);
  assert.ok(names.length > 80);
  const seen = (name: string) => texts.some((text) => text.includes(`'${name}'`));
  assert.deepEqual(
    names.filter((name) => !seen(name)).toSorted(),
    [],
    'add a statement that the constraint refuses to the list above',
  );
  assert.deepEqual(
    pointedTo.filter((name) => !names.includes(name)),
    [],
  );
});
