import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();

const moves = 'moves to the record that stays';
const signIn = 'stays with the removed sign-in, and is found by it';
const office = 'who of the office did it';

/** What a merge does with each reference to a member or a user. */
const references: Record<string, string> = {
  'invoices.member_id': moves,
  'membership_periods.member_id': moves,
  'member_relatives.main_member_id': moves,
  'member_returns.member_id': moves,
  'erasure_requests.member_id': moves,
  'members.merged_into': moves,
  'consents.given_by': 'the consent moves by its email, and the sign-in that gave it stays',
  'members.user_id': 'each record keeps its sign-in, of which one is removed',
  'sessions.user_id': 'ended',
  'password_links.user_id': signIn,
  'revocations.user_id': signIn,
  'earlier_sign_ins.user_id': signIn,
  'security_events.user_id': signIn,
  'files.uploaded_by': signIn,
  'duplicate_pairs.first_id': 'compared again without the archived record',
  'duplicate_pairs.second_id': 'compared again without the archived record',
  'members_to_compare.member_id': 'compared again without the archived record',
  'member_merges.kept_id': 'an earlier merge stays with the record into which it was',
  'member_merges.merged_id': 'the record that was merged',
  'audit_entries.by_user_id': office,
  'backups.requested_by': office,
  'bank_lines.dismissed_by': office,
  'bank_matches.recorded_by': office,
  'bank_matches.reversed_by': office,
  'bank_statements.created_by': office,
  'bank_statements.imported_by': office,
  'bulk_emails.created_by': office,
  'bulk_emails.processing_by': office,
  'closed_months.closed_by': office,
  'closed_months.reopened_by': office,
  'company_info.account_number_changed_by': office,
  'duplicate_pairs.dismissed_by': office,
  'erasure_requests.answered_by': office,
  'erasures.erased_by': office,
  'imports.created_by': office,
  'imports.started_by': office,
  'member_merges.merged_by': office,
  'member_merges.undone_by': office,
  'members.status_set_by': office,
  'membership_periods.entered_by': office,
  'payment_differences.dismissed_by': office,
  'payment_proofs.dealt_with_by': office,
  'payments.reversed_by': office,
  'credit_uses.recorded_by': office,
  'credit_uses.reversed_by': office,
  'payments.recorded_by': office,
  'provider_comparisons.requested_by': office,
  'renewal_runs.started_by': office,
  'restores.answered_by': office,
  'saved_searches.owner_id': office,
  'cash_differences.recorded_by': office,
  'cash_differences.reversed_by': office,
  'stored_settings.changed_by': office,
  'write_offs.recorded_by': office,
  'write_offs.reversed_by': office,
  'two_step_secrets.user_id': 'of administrators, whose sign-in is not merged',
};

/** References without a foreign key, and columns with an address of the person. */
const others: Record<string, string> = {
  'audit_entries.subject_id': 'entries do not change; both histories name the other record',
  'card_notifications.record_id': 'of an invoice, which keeps its id',
  'ledger_entries.record_id': 'of an invoice, which keeps its id',
  'payment_differences.record_id': 'of an invoice, which keeps its id',
  'payout_entries.record_id': 'of an invoice, which keeps its id',
  'provider_transactions.record_id': 'of an invoice, which keeps its id',
  'erasures.subject': 'of an erased person, who cannot be merged',
  'mails.about': 'the page of the member finds them by the merged record',
  'import_rows.record_id': 'a merge prevents the undo of the import; export and Erase find the row',
  'renewal_runs.chosen': 'a run skips archived members',
  'idempotency_keys.caller': 'for a day',
  'consents.email': 'moves to the chosen email',
  'suppressions.email': 'an unsubscription holds for the chosen email too',
  'bulk_recipients.email': 'what was sent to an address stays with it',
  'donations.email': 'a donation stays as it was made; the export and Erase find it',
  'invoices.payer_email': 'an invoice stays as it was issued',
  'mails.to_email': 'what was sent to an address stays with it',
  'member_relatives.email': 'the address of the relative',
  'members.email': 'a choice',
  'users.email': 'a choice',
  'password_links.email': 'a link works for the present email of its sign-in only',
  'company_info.email': 'of the organisation',
};

test('a merge knows every foreign key to members and users', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT c.conrelid::regclass || '.' || a.attname AS name
    FROM pg_constraint AS c
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid IN ('members'::regclass, 'users'::regclass)`.execute(
    app.db,
  );
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), Object.keys(references).toSorted());
});

test('a merge knows every column with an address or with ids of any record', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name ~ '(^|_)email$'
      OR column_name IN ('about', 'subject_id', 'record_id', 'chosen', 'caller')
      OR table_name || '.' || column_name = 'erasures.subject')`.execute(app.db);
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), Object.keys(others).toSorted());
});
