import { type RawBuilder, sql } from 'kysely';
import { sha256Of } from '../month-digests.ts';
import { failing, rand, type BookCheck } from './check.ts';

/** Invoices and donations say what they said when they were issued, and settings what the audit log says of them. */
export function contentCheck(): BookCheck {
  return {
    name: 'Contents',
    advice:
      'Somebody has changed these outside the application. Compare them with the emails that were sent, with the audit log and with a backup from before. Correct bank details and fees at once: payers are asked to pay by them.',
    run: (db) =>
      failing(
        db,
        sql`${changedInvoices} UNION ALL ${changedDonations} UNION ALL ${wrongFees}
          UNION ALL ${wrongDetails} UNION ALL ${wrongOpenings} UNION ALL ${wrongBasis} UNION ALL (${wrongIssuers})`,
        {
          ok: 'Invoices, donations, fees, bank details, opening balances and the VAT basis are as they were saved in the application.',
          failed:
            'Invoices, donations, fees, bank details, opening balances or the VAT basis are not as they were saved:',
        },
      ),
  };
}

/** As the triggers of migration 0075 have it. */
const digestOf = (values: RawBuilder<unknown>) => sha256Of(sql`jsonb_build_array(${values})::text`);

const changedInvoices = sql`
  SELECT 'INV-' || zero_padded(i.number) || ', ' || ${rand(sql`i.amount_cents`)}
    || ': its payer, text, amount, day, bank details or voiding were changed after it was issued' AS name
  FROM invoices AS i
  WHERE i.digest IS DISTINCT FROM ${digestOf(sql`i.number, i.payer_first_name, i.payer_last_name, i.payer_email,
    i.payer_address, i.line, i.amount_cents, i.issuer, extract(epoch FROM i.created_at),
    extract(epoch FROM i.voided_at)`)}`;

const changedDonations = sql`
  SELECT 'DON-' || zero_padded(d.number) || ', ' || ${rand(sql`d.amount_cents`)}
    || ': its donor, amount or day were changed after it was made'
  FROM donations AS d
  WHERE d.digest IS DISTINCT FROM ${digestOf(sql`d.number, d.first_name, d.last_name, d.email, d.amount_cents,
    extract(epoch FROM d.created_at)`)}`;

const wrongFees = sql`
  SELECT 'Member type ' || t.name || ': its fee is ' || ${rand(sql`t.fee_cents`)} || ', in the audit log '
    || coalesce(${rand(sql`e.cents`)}, 'nothing')
  FROM member_types AS t
  LEFT JOIN LATERAL (
    SELECT round((after ->> 'fee')::numeric * 100)::bigint AS cents FROM audit_entries
    WHERE subject_id = t.id AND after ? 'fee' ORDER BY id DESC LIMIT 1
  ) AS e ON true
  WHERE e.cents IS DISTINCT FROM t.fee_cents`;

/** What the audit log says of each bank detail. */
const entries = sql`
  SELECT k.key, e.id, e.at, e.before ->> k.key AS before, e.after ->> k.key AS after
  FROM audit_entries AS e
  JOIN (VALUES ('bank'), ('accountType'), ('branchCode'), ('accountNumber'), ('swiftCode')) AS k (key)
    ON e.after ? k.key
  WHERE e.action = 'updateCompanyInfo'`;

const wrongDetails = sql`
  SELECT 'Bank details of the organisation: ' || v.label || ' is not what the audit log says'
  FROM company_info AS c
  CROSS JOIN LATERAL (VALUES ('bank', 'the bank', c.bank), ('accountType', 'the account type', c.account_type),
    ('branchCode', 'the branch code', c.branch_code), ('accountNumber', 'the account number', c.account_number),
    ('swiftCode', 'the SWIFT code', c.swift_code)) AS v (key, label, value)
  LEFT JOIN (SELECT DISTINCT ON (key) key, after FROM (${entries}) AS e ORDER BY key, id DESC) AS e ON e.key = v.key
  WHERE e.after IS DISTINCT FROM v.value`;

/** The audit log has the balance and its day in words: "R1 250.50 on 28 Feb 2027". */
const wrongOpenings = sql`
  SELECT 'Opening balance of ' || v.name || ' is not what the audit log says' FROM (
    SELECT a.name, o.day, o.cents, e.words FROM (
      VALUES ('cash', NULL::uuid, 'Cash'), ('payfast', NULL, 'PayFast')
      UNION ALL SELECT 'bank', id, bank || ' ' || number FROM bank_accounts
    ) AS a (account, id, name)
    LEFT JOIN opening_balances AS o ON o.account = a.account AND o.bank_account_id IS NOT DISTINCT FROM a.id
    LEFT JOIN LATERAL (
      SELECT after ->> a.name AS words FROM audit_entries
      WHERE action = 'updateOpeningBalances' AND after ? a.name ORDER BY id DESC LIMIT 1
    ) AS e ON true
    -- A statement with a balance comes before what was entered.
    WHERE a.account <> 'bank' OR o.day IS NOT NULL AND e.words <> ''
  ) AS v
  WHERE (v.day, v.cents) IS DISTINCT FROM (CASE WHEN v.words <> '' THEN to_date(split_part(v.words, ' on ', 2), 'DD Mon YYYY') END,
    CASE WHEN v.words <> '' THEN regexp_replace(split_part(v.words, ' on ', 1), '[^0-9-]', '', 'g')::bigint END)`;

/** It counts from the first month that was open then. A closing of the same hour may have come before or after. */
const wrongBasis = sql`
  SELECT CASE WHEN c.vat_basis IS DISTINCT FROM e.basis THEN 'The VAT basis is not what the audit log says'
    ELSE 'The day from which the VAT basis counts is not that of its last change in the audit log' END
  FROM company_info AS c CROSS JOIN (
    SELECT at, after ->> 'vatBasis' AS basis FROM audit_entries
    WHERE action = 'updateCompanyInfo' AND after ? 'vatBasis' ORDER BY id DESC LIMIT 1
  ) AS e
  WHERE c.vat_basis IS DISTINCT FROM e.basis OR NOT EXISTS (
    SELECT FROM (
      SELECT e.at - interval '1 hour' AS at UNION ALL SELECT e.at
      UNION ALL SELECT v.at FROM closed_months CROSS JOIN LATERAL (VALUES (closed_at), (reopened_at)) AS v (at)
      WHERE v.at BETWEEN e.at - interval '1 hour' AND e.at + interval '1 hour'
    ) AS m
    WHERE c.vat_basis_from IS NOT DISTINCT FROM (
      SELECT (max(month) + interval '1 month')::date FROM closed_months
      WHERE closed_at <= m.at AND (reopened_at > m.at) IS NOT FALSE))`;

/**
 * An invoice shows the bank details of its time. Who had read them before a change may have issued it after. One that was made
 * with its payment has the date of the money, and the details of the time of recording.
 */
const wrongIssuers = sql`
  WITH entries AS MATERIALIZED (${entries}),
  history (key, value, from_at, to_at) AS MATERIALIZED (
    SELECT key, after, at, lead(at, 1, 'infinity') OVER (PARTITION BY key ORDER BY id) FROM entries
    UNION ALL
    (SELECT DISTINCT ON (key) key, coalesce(before, after), '-infinity'::timestamptz, at FROM entries ORDER BY key, id)
  )
  SELECT 'INV-' || zero_padded(i.number) || ': it does not show the bank details of its time'
  FROM invoices AS i
  WHERE EXISTS (
    SELECT FROM (SELECT DISTINCT key FROM entries) AS k WHERE NOT EXISTS (
      SELECT FROM history AS h
      CROSS JOIN LATERAL (
        SELECT i.created_at AS at UNION ALL SELECT min(recorded_at) FROM payments WHERE invoice_id = i.id
      ) AS made
      WHERE h.key = k.key AND h.value = coalesce(i.issuer ->> k.key, '')
        AND made.at BETWEEN h.from_at - interval '1 hour' AND h.to_at + interval '1 hour'))`;
