import { sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import {
  among,
  type Descriptions,
  key,
  office,
  omitted,
  personal,
  secret,
  textIfAny,
  staying,
  all,
  recordIds,
} from './describe.ts';

const settings = sql`'companyInfo', 'memberType', 'memberStatus', 'bulkEmail', 'restore'`;

/** Sessions, requests and changes. */
export const traceTables = {
  sessions: {
    title: 'When you were signed in',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'started_at',
    isDeleted: true,
    columns: {
      started_at: 'From',
      last_used_at: 'Last used',
      proved_at: 'Password entered again',
      ended_at: 'Ended',
      expires_at: 'At the latest until',
      device: 'Device',
      client: 'Address',
      ...all(key, 'id', 'user_id'),
    },
  },
  security_events: {
    title: 'Your sign-ins, password changes and downloads',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'id',
    isDeleted: true,
    columns: {
      kind: 'What',
      first_at: 'First',
      at: 'Last',
      count: 'Times',
      user_name: 'Name',
      detail: 'Detail',
      client: 'Address',
      device: 'Device',
      ...all(key, 'id', 'user_id'),
      slot: omitted('what is counted together'),
    },
  },
  password_links: {
    title: 'Links that set your password',
    rows: ({ userIds }) => sql`user_id = ${among(userIds)}`,
    order: 'expires_at',
    isDeleted: true,
    columns: {
      email: 'For',
      expires_at: 'Good until',
      used_at: 'Used',
      replaced_at: 'Ended by a newer link',
      token_hash: secret,
      ...all(key, 'user_id', 'return_id'),
      is_mailed: omitted('how it was made'),
    },
  },
  member_returns: {
    title: 'When you registered again',
    rows: ({ memberIds }) => sql`member_id = ${among(memberIds)}`,
    order: 'registered_at',
    isDeleted: true,
    columns: {
      registered_at: 'Registered',
      typed: 'What was entered, until the address was proved',
      proved_at: 'Address proved',
      ...all(key, 'id', 'member_id', 'invoice_id'),
    },
  },
  erasure_requests: {
    title: 'Your requests to be erased',
    rows: ({ memberIds }) => sql`member_id = ${among(memberIds)}`,
    order: 'asked_at',
    columns: {
      asked_at: 'Asked',
      answered_at: 'Answered',
      declined_reason: personal('Why declined', textIfAny),
      ...all(key, 'id', 'member_id'),
      answered_by: office,
    },
  },
  import_rows: {
    title: 'What was imported about you',
    rows: ({ memberIds }) => sql`record_id = ${among(memberIds)}`,
    order: 'row_number',
    columns: {
      cells: personal('The row of the file', null),
      sentence: personal('What was noted', ''),
      import_id: key,
      ...all(omitted('the place in a file of the office'), 'row_number', 'main_row'),
      cell_problems: personal(omitted('cells that could not be read'), null),
      fate: omitted('follows from what was imported'),
      record_id: personal(key, null),
      undo: personal(omitted('the earlier values, which are among the changes'), null),
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
    columns: {
      merged_at: 'When',
      undone_at: 'Undone',
      changes: personal('What the records had before', null),
      ...all(key, 'id', 'kept_id', 'merged_id'),
      ...all(office, 'merged_by', 'undone_by'),
      record_ids: staying(key),
    },
  },
  audit_entries: {
    title: 'What the office changed',
    rows: (whose) => sql`subject_id = ${among(recordIds(whose))}`,
    order: 'id',
    kept: {
      period: 'auditDetails',
      since: 'at',
      where: sql`subject_name <> ${sql.lit(erased.text)}
        AND subject_kind NOT IN (${settings})`,
    },
    columns: {
      at: 'When',
      action: staying('What was done'),
      subject_name: personal('To', erased.text),
      before: personal('Before', '{}'),
      after: personal('After', '{}'),
      ...all(key, 'id', 'subject_id'),
      by_user_id: office,
      // A person without a session. The name of an administrator stays.
      by_name: personal(
        office,
        sql`CASE WHEN by_user_id IS NULL THEN ${erased.text} ELSE by_name END`,
      ),
      subject_kind: staying(omitted('follows from what was done')),
    },
  },
  bank_matches: {
    title: 'What we remember of your texts at the bank',
    rows: ({ paymentIds }) => sql`payer_key IS NOT NULL AND payment_id = ${among(paymentIds)}`,
    order: 'recorded_at',
    kept: ['accounts'],
    columns: {
      payer_key: personal('Your text on bank statements', null),
      recorded_at: 'Confirmed',
      ...all(key, 'id', 'line_id', 'credit_use_id'),
      payment_id: omitted('stands among the payments'),
      kind: omitted('follows from the payment'),
      amount_cents: omitted('the amount of the payment'),
      fee_cents: omitted('what a service kept of the payment'),
      certainty: omitted('how we found the payment'),
      why: staying(omitted('how we found the payment')),
      ...all(office, 'recorded_by', 'reversed_by'),
      reversed_at: omitted('what is undone is not remembered'),
      reversed_reason: personal(omitted('what is undone is not remembered'), textIfAny),
    },
  },
} satisfies Descriptions;
