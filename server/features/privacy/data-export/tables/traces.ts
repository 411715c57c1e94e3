import { sql, type RawBuilder } from 'kysely';
import { folded, type SubjectIds } from '../subject-ids.ts';
import { key, office, secret, type ExportedTables } from './exported-table.ts';
import { among } from '../subject-ids.ts';

/** Emails, consents, sessions and changes. */
export const traceTables: ExportedTables = {
  mails: {
    title: 'Emails to you',
    rows: mailsOf,
    order: 'created_at',
    columns: {
      to_email: 'To',
      to_name: 'Name',
      kind: 'Kind',
      subject: 'Subject',
      created_at: 'Written',
      sent_at: 'Sent',
      failed_at: 'Given up',
      cancelled_at: 'Cancelled',
      server_answer: 'Answer of the mail server',
    },
    without: {
      id: key,
      about: 'numbers of ours',
      secret,
      attempts: 'about our sending',
      next_attempt_at: 'about our sending',
      is_batch: 'about our sending',
      leased_until: 'about our sending',
      sent_again_at: 'about our sending',
      held_at: 'about our sending',
    },
  },
  consents: {
    title: 'What you agreed to get by email',
    // One beside another person's consent looks like any other that waits.
    from: sql`(SELECT email, purpose, words, source, given_at, given_by,
      is_waiting OR is_beside_another AS is_waiting,
      CASE WHEN NOT is_beside_another AND NOT is_waiting THEN withdrawn_at END AS withdrawn_at FROM consents) AS consents`,
    // A consent for an unverified address may belong to another person.
    rows: ({ userIds, provedEmails }) =>
      sql`email = ANY (${provedEmails}::text[]) OR given_by = ${among(userIds)}`,
    order: 'given_at',
    columns: {
      email: 'Email',
      purpose: 'For',
      words: 'The words that were shown',
      source: 'Where',
      given_at: 'Given',
      withdrawn_at: 'Withdrawn',
      is_waiting: 'Waits until you confirm it',
    },
    without: { id: key, given_by: key, is_beside_another: 'about the consents of other people' },
  },
  suppressions: {
    title: 'That you get no news by email',
    rows: ({ provedEmails }) => sql`email = ANY (${provedEmails}::text[])`,
    order: 'at',
    columns: { email: 'Email', kind: 'How it came', reason: 'Reason', at: 'Since' },
    without: { id: key },
  },
  bulk_recipients: {
    title: 'Emails to many people, you among them',
    rows: ({ provedEmails }) => sql`email = ANY (${provedEmails}::text[])`,
    order: 'sending_at',
    columns: {
      bulk_email_id: 'Subject',
      email: 'To',
      name: 'Name',
      replacements: 'What was filled in',
      outcome: 'Outcome',
      sent_at: 'Sent',
      failed_at: 'Given up',
      suppressed_at: 'Left out',
      uncertain_at: 'Uncertain',
      answer: 'Answer of the mail server',
    },
    without: {
      id: secret,
      attempts: 'about our sending',
      uncounted: 'about our sending',
      next_attempt_at: 'about our sending',
      sending_at: 'about our sending',
      sending_by: 'about our sending',
    },
  },
  sessions: {
    title: 'When you were signed in',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'started_at',
    columns: {
      started_at: 'From',
      last_used_at: 'Last used',
      proved_at: 'Password entered again',
      ended_at: 'Ended',
      expires_at: 'At the latest until',
      device: 'Device',
      client: 'Address',
    },
    without: { id: key, user_id: key },
  },
  security_events: {
    title: 'Your sign-ins, password changes and downloads',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'id',
    columns: {
      kind: 'What',
      first_at: 'First',
      at: 'Last',
      count: 'Times',
      user_name: 'Name',
      detail: 'Detail',
      client: 'Address',
      device: 'Device',
    },
    without: { id: key, user_id: key, slot: 'what is counted together' },
  },
  password_links: {
    title: 'Links that set your password',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'expires_at',
    columns: {
      email: 'For',
      expires_at: 'Good until',
      used_at: 'Used',
      replaced_at: 'Ended by a newer link',
    },
    without: { token_hash: secret, user_id: key, return_id: key, is_mailed: 'how it was made' },
  },
  member_returns: {
    title: 'When you registered again',
    rows: ({ memberId }) => sql`member_id = ${memberId}`,
    order: 'registered_at',
    columns: {
      registered_at: 'Registered',
      typed: 'What was entered, until the address was proved',
      proved_at: 'Address proved',
    },
    without: { id: key, member_id: key, invoice_id: key },
  },
  erasure_requests: {
    title: 'Your requests to be erased',
    rows: ({ memberId }) => sql`member_id = ${memberId}`,
    order: 'asked_at',
    columns: { asked_at: 'Asked', answered_at: 'Answered', declined_reason: 'Why declined' },
    without: { id: key, member_id: key, answered_by: office },
  },
  import_rows: {
    title: 'What was imported about you',
    rows: ({ memberIds }) => sql`record_id = ${among(memberIds)}`,
    order: 'row_number',
    columns: { cells: 'The row of the file', sentence: 'What was noted' },
    without: {
      import_id: key,
      row_number: 'the place in a file of the office',
      main_row: 'the place in a file of the office',
      cell_problems: 'cells that could not be read',
      fate: 'follows from what was imported',
      record_id: key,
      undo: 'the earlier values, which are among the changes',
    },
  },
  member_merges: {
    title: 'When your records were merged',
    // The details as they were before. A password is not among them.
    from: sql`(SELECT id, kept_id, merged_id, merged_at, merged_by, record_ids, undone_at, undone_by, (
        SELECT string_agg(detail.key || ': ' || detail.value, E'\\n')
        FROM jsonb_array_elements(member_merges.changes) AS change,
          jsonb_each_text(coalesce(nullif(change -> 'before', 'null'), '{}')) AS detail
        WHERE change ->> 'table' IN ('members', 'member_relatives', 'membership_periods')
          AND detail.value <> '' AND detail.key !~ '(_id|_by|^id)$'
      ) AS changes FROM member_merges) AS member_merges`,
    rows: ({ memberIds }) => sql`kept_id = ${among(memberIds)}`,
    order: 'merged_at',
    columns: { merged_at: 'When', undone_at: 'Undone', changes: 'What the records had before' },
    without: {
      id: key,
      kept_id: key,
      merged_id: key,
      merged_by: office,
      undone_by: office,
      record_ids: key,
    },
  },
  audit_entries: {
    title: 'What the office changed',
    rows: ({ userIds, memberIds, invoiceIds, donationIds, paymentIds }) => {
      const subjects = [userIds, memberIds, invoiceIds, donationIds, paymentIds].flat();
      return sql`subject_id = ${among(subjects)}`;
    },
    order: 'id',
    columns: {
      at: 'When',
      action: 'What was done',
      subject_name: 'To',
      before: 'Before',
      after: 'After',
    },
    without: {
      id: key,
      by_user_id: office,
      by_name: office,
      subject_kind: 'follows from what was done',
      subject_id: key,
    },
  },
  bank_matches: {
    title: 'What we remember of your texts at the bank',
    rows: ({ paymentIds }) => sql`payer_key IS NOT NULL AND payment_id = ${among(paymentIds)}`,
    order: 'recorded_at',
    columns: { payer_key: 'Your text on bank statements', recorded_at: 'Confirmed' },
    without: {
      id: key,
      line_id: key,
      payment_id: 'stands among the payments',
      credit_use_id: key,
      kind: 'follows from the payment',
      amount_cents: 'the amount of the payment',
      certainty: 'how we found the payment',
      why: 'how we found the payment',
      recorded_by: office,
      reversed_at: 'what is undone is not remembered',
      reversed_by: office,
      reversed_reason: 'what is undone is not remembered',
    },
  },
};

/** Mails about the member's records to any address, and all mails to a verified address. */
function mailsOf(whose: SubjectIds): RawBuilder<boolean> {
  const { userIds, memberIds, periodIds, relativeIds, invoiceIds, donationIds, paymentIds } = whose;
  const ofTheirs = [periodIds, relativeIds, invoiceIds, donationIds, paymentIds].flat();
  const about = [...userIds, ...memberIds, ...ofTheirs];
  // A question to the administrators is about a donation, but not to the donor.
  return sql`(record_of_mail(about) = ANY (${about}::text[]) AND kind <> 'donation-question')
    OR (fold(to_email) = ANY (${folded(whose.provedEmails)})
      AND lower(to_email) = ANY (${whose.provedEmails}::text[]))`;
}
