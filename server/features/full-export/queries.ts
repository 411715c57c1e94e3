import { type RawBuilder, sql } from 'kysely';
import type { ExportFile } from '#contract/full-export/files.ts';

type Query = RawBuilder<Record<string, unknown>>;

/** The day of an instant, as the organisation counts it. */
const dayOf = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD')`;
const rand = (column: string) => sql`(${sql.ref(column)} / 100.0)::float8`;
const invoiceNumber = sql`'INV-' || zero_padded(i.number)`;
const donationNumber = sql`'DON-' || zero_padded(d.number)`;
const memberNumber = sql`zero_padded(m.number) AS "membershipNumber"`;

/** The columns of the payment `p` that counts. */
const payment = sql`
  p.id AS "paymentId", p.method, p.bank_reference AS "bankReference", p.source,
  p.external_reference AS "cardReference", ${dayOf('p.recorded_at')} AS "recordedOn"`;

/** The rows of each file, in its order. What belongs to another record comes after it. */
export const exportQueries: Record<ExportFile, Query> = {
  'company-info': sql`
    SELECT name, email, phone, address, bank, account_type AS "accountType",
      branch_code AS "branchCode", account_number AS "accountNumber", swift_code AS "swiftCode",
      notes, membership_expiry_date AS "yearEnd", vat_number AS "vatNumber",
      pbo_number AS "pboNumber"
    FROM company_info`,
  'member-types': sql`
    SELECT name, description, ${rand('fee_cents')} AS fee, is_family AS "isFamily",
      ${dayOf('retired_at')} AS "retiredOn"
    FROM member_types ORDER BY name`,
  'member-statuses': sql`
    SELECT name, is_seeded AS "isBuiltIn" FROM member_statuses ORDER BY name`,
  members: sql`
    SELECT m.id AS "memberId", ${memberNumber}, m.title, m.first_name AS "firstName",
      m.last_name AS "lastName", m.email, m.phone, m.postal_address AS "postalAddress",
      m.zip_code AS "zipCode", t.name AS type, s.name AS status,
      ${dayOf('m.status_set_at')} AS "statusSetOn", m.deactivated_reason AS "deactivatedReason",
      m.signup_date AS "memberSince", m.paid_until AS "paidUntil",
      ${dayOf('m.archived_at')} AS "archivedOn", ${dayOf('u.removed_at')} AS "signInRemovedOn", m.merged_into AS "mergedInto"
    FROM members AS m
      JOIN users AS u ON u.id = m.user_id
      JOIN member_types AS t ON t.id = m.member_type_id
      JOIN member_statuses AS s ON s.id = m.member_status_id
    ORDER BY m.number, m.id`,
  relatives: sql`
    SELECT r.id AS "relativeId", m.id AS "memberId", ${memberNumber}, r.seat::text AS seat,
      r.first_name AS "firstName", r.last_name AS "lastName", r.email,
      r.date_of_birth AS "dateOfBirth", ${dayOf('r.aged_out_at')} AS "agedOutOn",
      r.consent_words AS "consentWords", ${dayOf('r.consent_at')} AS "consentOn",
      r.consent_source AS "consentSource"
    FROM member_relatives AS r JOIN members AS m ON m.id = r.main_member_id
    ORDER BY m.number, m.id, r.seat, r.id`,
  invoices: sql`
    SELECT i.id AS "invoiceId", ${invoiceNumber} AS "invoiceNumber", m.id AS "memberId",
      ${memberNumber}, i.payer_first_name AS "firstName", i.payer_last_name AS "lastName",
      i.payer_email AS email, i.payer_address AS address, i.line AS description, t.name AS type,
      ${rand('i.amount_cents')} AS amount, i.payment_type AS "paymentType",
      ${dayOf('i.created_at')} AS "issuedOn", ${dayOf('i.sent_at')} AS "sentOn",
      CASE WHEN i.payment_id IS NOT NULL THEN 'Paid' WHEN i.voided_at IS NOT NULL THEN 'Void'
        ELSE 'Open' END AS state, ${rand('i.paid_cents')} AS paid,
      p.paid_on AS "paidOn", ${payment}, ${dayOf('i.voided_at')} AS "voidedOn",
      i.void_reason AS "voidReason", (i.issuer - 'logo')::text AS issuer
    FROM invoices AS i
      LEFT JOIN members AS m ON m.id = i.member_id
      LEFT JOIN member_types AS t ON t.id = i.member_type_id
      LEFT JOIN payments AS p ON p.id = i.payment_id
    ORDER BY i.number`,
  periods: sql`
    SELECT e.id AS "periodId", m.id AS "memberId", ${memberNumber}, e.starts_on AS "startsOn",
      e.ends_on AS "endsOn", e.anchor_day::text AS "anchorDay", t.name AS type,
      ${rand('e.fee_cents')} AS fee, ${invoiceNumber} AS "invoiceNumber",
      e.entered_by IS NOT NULL AS "isByHand"
    FROM membership_periods AS e
      JOIN members AS m ON m.id = e.member_id
      JOIN member_types AS t ON t.id = e.member_type_id
      LEFT JOIN invoices AS i ON i.id = e.invoice_id
    ORDER BY m.number, m.id, e.starts_on`,
  donations: sql`
    SELECT d.id AS "donationId", ${donationNumber} AS "donationNumber",
      d.first_name AS "firstName", d.last_name AS "lastName", d.email,
      ${rand('d.amount_cents')} AS amount, t.name AS "donationType",
      ${dayOf('d.created_at')} AS "givenOn", p.paid_on AS "receivedOn", ${payment}
    FROM donations AS d
      JOIN donation_types AS t ON t.id = d.donation_type_id
      LEFT JOIN payments AS p ON p.id = d.payment_id
    ORDER BY d.number`,
  payments: sql`
    SELECT ${payment}, ${invoiceNumber} AS "invoiceNumber", ${donationNumber} AS "donationNumber",
      ${memberNumber}, coalesce(i.payer_first_name, d.first_name) AS "firstName",
      coalesce(i.payer_last_name, d.last_name) AS "lastName",
      coalesce(i.payer_email, d.email) AS email, p.payer_name AS "payerName",
      ${rand('p.amount_cents')} AS amount, ${rand('p.counted_cents')} AS counted,
      ${rand('p.credit_cents')} AS credit, p.paid_on AS "paidOn",
      CASE WHEN p.reversed_at IS NOT NULL THEN 'Undone' WHEN p.counts_for IS NOT NULL THEN 'Counts'
        WHEN p.credit_cents > 0 THEN 'Credit' ELSE 'Dealt with' END AS state,
      ${dayOf('p.reversed_at')} AS "undoneOn", p.reversed_reason AS "undoneReason"
    FROM payments AS p
      LEFT JOIN invoices AS i ON i.id = p.invoice_id
      LEFT JOIN donations AS d ON d.id = p.donation_id
      LEFT JOIN members AS m ON m.id = i.member_id
    ORDER BY p.paid_on, p.id`,
  'credit-uses': sql`
    SELECT u.id AS "useId", u.payment_id AS "paymentId", u.kind, ${rand('u.amount_cents')} AS amount,
      u.used_on AS "usedOn", u.reference, u.reason, u.carried_to AS "carriedTo",
      ${invoiceNumber} AS "invoiceNumber", ${donationNumber} AS "donationNumber",
      ${dayOf('u.recorded_at')} AS "recordedOn", ${dayOf('u.reversed_at')} AS "undoneOn",
      u.reversed_reason AS "undoneReason"
    FROM credit_uses AS u
      LEFT JOIN payments AS p ON p.id = u.carried_to
      LEFT JOIN invoices AS i ON i.id = p.invoice_id
      LEFT JOIN donations AS d ON d.id = p.donation_id
    ORDER BY u.used_on, u.id`,
  consents: sql`
    SELECT id AS "consentId", email, purpose, words, source AS "consentSource",
      ${dayOf('given_at')} AS "givenOn", ${dayOf('withdrawn_at')} AS "withdrawnOn",
      is_beside_another OR is_waiting AS "isBesideAnother"
    FROM consents ORDER BY given_at, id`,
  // An erased address is a hash that means nothing elsewhere.
  'suppressed-addresses': sql`
    SELECT email, CASE kind WHEN 'refused' THEN 'Refused' ELSE 'Unsubscribed' END AS kind, reason,
      ${dayOf('at')} AS day
    FROM suppressions WHERE email NOT LIKE 'erased:%' ORDER BY email`,
  mails: sql`
    SELECT ${dayOf('created_at')} AS "createdOn", kind, to_email AS email, to_name AS name, subject,
      CASE WHEN sent_at IS NOT NULL THEN 'Sent' WHEN failed_at IS NOT NULL THEN 'Failed'
        WHEN cancelled_at IS NOT NULL THEN 'Cancelled' ELSE 'Waiting' END AS state,
      ${dayOf('sent_at')} AS "sentOn"
    FROM mails ORDER BY created_at, id`,
};
