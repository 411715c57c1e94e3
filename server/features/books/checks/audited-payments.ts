import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { dayText, rand } from './check.ts';

const receiving = sql`('processInvoicePayment', 'processDonationPayment')`;

/** What each entry says of a payment. Entries of earlier versions, and erased ones, say nothing. */
const entries = sql`
  SELECT a.id, (a.after #>> '{payment,paymentId}')::uuid AS payment_id, a.after -> 'payment' AS says, false AS is_elsewhere
  FROM audit_entries AS a WHERE a.action IN ${receiving} AND a.after #>> '{payment,paymentId}' IS NOT NULL
  UNION ALL
  SELECT a.id, a.subject_id, a.after, a.after ? 'reportedElsewhere'
  FROM audit_entries AS a WHERE a.action = 'recordMoney' AND a.after ? 'amount'
  UNION ALL
  SELECT a.id, p.id, a.after, nullif(a.after ? 'reportedElsewhere', false)
  FROM audit_entries AS a JOIN payments AS p
    ON coalesce(p.invoice_id, p.donation_id) = a.subject_id AND p.recorded_at = a.at
  WHERE a.action IN ('importPayment', 'importDonation') AND a.after ? 'amount'
  UNION ALL
  SELECT a.id, (a.after ->> 'paymentId')::uuid, a.after, NULL
  FROM audit_entries AS a WHERE a.action = 'correctPayment' AND a.after ? 'paymentId'`;

/** A correction that does not name its payment may be of any payment of its record. */
const maybeCorrected = sql`
  SELECT p.id FROM payments AS p
  JOIN audit_entries AS a ON a.subject_id = coalesce(p.invoice_id, p.donation_id, p.id)
  WHERE a.action = 'correctPayment' AND NOT a.after ? 'paymentId'`;

const lastOf = (value: RawBuilder<unknown>) =>
  sql`(array_agg(${value} ORDER BY e.id DESC) FILTER (WHERE ${value} IS NOT NULL))[1]`;

/** What the last entry of each payment that has it says. A correction has only what it changed. */
const noted = sql`
  SELECT e.payment_id, round(${lastOf(sql`e.says ->> 'amount'`)}::numeric * 100)::bigint AS cents,
    ${lastOf(sql`coalesce(e.says ->> 'paidOn', e.says ->> 'receivedOn')`)}::date AS paid_on,
    ${lastOf(sql`e.says ->> 'paidBy'`)} AS method, bool_or(e.is_elsewhere) AS is_elsewhere
  FROM (${entries}) AS e
  WHERE NOT EXISTS (SELECT FROM (${maybeCorrected}) AS c WHERE c.id = e.payment_id)
  GROUP BY e.payment_id`;

/** What came from a credit has the method of the credit, which can be corrected. */
export const changedPayments = sql`
  SELECT 'Payment of ' || ${rand(sql`p.amount_cents`)} || ' of ' || ${dayText(sql`p.paid_on`)} || ', ' || p.method
    || coalesce((SELECT ' (INV-' || zero_padded(number) || ')' FROM invoices WHERE id = p.invoice_id),
      (SELECT ' (DON-' || zero_padded(number) || ')' FROM donations WHERE id = p.donation_id), '')
    || ': the audit log has ' || ${rand(sql`n.cents`)} || ' of ' || ${dayText(sql`n.paid_on`)} || coalesce(', ' || n.method, '')
    || CASE WHEN p.reported_elsewhere AND NOT n.is_elsewhere THEN ', and not that it was reported elsewhere' ELSE '' END
  FROM payments AS p JOIN (${noted}) AS n ON n.payment_id = p.id
  WHERE (n.cents, n.paid_on) <> (p.amount_cents, p.paid_on)
    OR p.source <> 'credit' AND n.method <> p.method
    OR p.reported_elsewhere AND NOT n.is_elsewhere`;

/** The undo of an import deletes payments. What it deletes was not recorded by one of these calls. */
export const gonePayments = sql`
  SELECT 'Payment of ' || ${rand(sql`e.cents`)} || ' of ' || ${dayText(sql`e.paid_on`)}
    || ': the audit log says that it was recorded, and it was deleted'
  FROM (
    SELECT (after #>> '{payment,paymentId}')::uuid AS payment_id,
      round((after #>> '{payment,amount}')::numeric * 100)::bigint AS cents, (after #>> '{payment,paidOn}')::date AS paid_on
    FROM audit_entries WHERE action IN ${receiving} AND after #>> '{payment,paymentId}' IS NOT NULL
    UNION ALL
    SELECT subject_id, round((after ->> 'amount')::numeric * 100)::bigint, (after ->> 'paidOn')::date
    FROM audit_entries WHERE action = 'recordMoney' AND after ? 'amount'
  ) AS e
  WHERE NOT EXISTS (SELECT FROM payments AS p WHERE p.id = e.payment_id)`;

/** The call that records the use of a credit. */
export const auditedAs = (
  kind: string,
) => sql`CASE ${sql.ref(kind)} WHEN 'refund' THEN 'refundCredit'
  WHEN 'other' THEN 'closeCredit' WHEN 'invoice' THEN 'carryCredit' ELSE 'donateCredit' END`;

/** Uses of credits and write-offs are never deleted, and matches only with their statement. */
export const goneRecords = sql`
  SELECT CASE a.action WHEN 'writeOffInvoice' THEN 'Write-off of ' ELSE 'Use of a credit of ' END
    || coalesce(${rand(sql`round(coalesce(a.after ->> 'amount', a.after ->> 'writtenOff')::numeric * 100)::bigint`)}, 'an amount')
    || ' of ' || ${dayText(sql`a.at AT TIME ZONE 'Africa/Johannesburg'`)}
    || ': the audit log says that it was recorded, and it was deleted'
  FROM audit_entries AS a
  WHERE a.action IN ('refundCredit', 'closeCredit', 'carryCredit', 'donateCredit', 'writeOffInvoice')
    AND NOT EXISTS (SELECT FROM credit_uses AS u
      WHERE u.payment_id = a.subject_id AND u.recorded_at = a.at AND u.recorded_by = a.by_user_id
        AND ${auditedAs('u.kind')} = a.action)
    AND NOT EXISTS (SELECT FROM write_offs AS w
      WHERE w.invoice_id = a.subject_id AND w.recorded_at = a.at AND w.recorded_by = a.by_user_id)
  UNION ALL
  SELECT 'Booking of a bank line of ' || ${dayText(sql`a.at AT TIME ZONE 'Africa/Johannesburg'`)}
    || ': the audit log says that it was made, and it was deleted'
  FROM audit_entries AS a JOIN bank_statements AS s ON s.id = a.subject_id
  WHERE a.action IN ('bookMoneyLine', 'bookCertainLines') AND NOT EXISTS (
    SELECT FROM bank_matches AS m JOIN bank_lines AS l ON l.id = m.line_id
    WHERE l.statement_id = s.id AND m.recorded_at = a.at AND m.recorded_by = a.by_user_id)`;

/** Of those that a person recorded by hand. */
export async function countUncompared(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM payments AS p
    WHERE p.source = 'administrator' AND NOT EXISTS (SELECT FROM (${noted}) AS n WHERE n.payment_id = p.id)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
