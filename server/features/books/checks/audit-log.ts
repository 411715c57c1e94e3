import { type RawBuilder, sql } from 'kysely';
import { counted } from '#contract/counting.ts';
import { cents, dayIn, entryOf, isAudited, saysOrErased } from './audit-entries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  auditedAs,
  changedPayments,
  countUncompared,
  gonePayments,
  goneRecords,
} from './audited-payments.ts';
import { type BookCheck, type BookFinding, dayText, failing, rand } from './check.ts';

/** All money that a person recorded is in the audit log, with its amount, day and method. product-rules 23.7. */
export function auditLogCheck(): BookCheck {
  return {
    name: 'Audit log',
    advice:
      'Somebody has added, changed or deleted these outside the application. Compare them with the bank and with a backup from before, keep that backup, and have the database examined (docs/operations.md, Books).',
    run: compareWithLog,
  };
}

async function compareWithLog(db: Db): Promise<BookFinding> {
  const queries = [
    unrecordedPayments,
    wrongCardPayments,
    wrongBankPayments,
    changedPayments,
    gonePayments,
    goneRecords,
    undonePayments,
    unrecordedUses,
    undoneUses,
    unrecordedMatches,
    undoneMatches,
    dismissedLines,
    writeOffs,
    cashDifferences,
    voidings,
  ];
  const result = await failing(db, sql.join(queries, sql` UNION ALL `), {
    ok: 'The audit log has who recorded and undid every payment, use of a credit, match of a bank line, write-off, voiding and difference of the cash, and their amounts, days and methods.',
    failed: 'The audit log does not have these, or has something else:',
  });
  const older = await countUncompared(db);
  if (result.count > 0 || older === 0) return result;
  const left = `${counted(older, 'payment')} of earlier versions, or with erased details, cannot be compared with their amount, day and method.`;
  return { ...result, finding: `${result.finding} ${left}` };
}

const document = sql`coalesce(
  (SELECT ' (INV-' || zero_padded(number) || ')' FROM invoices WHERE id = p.invoice_id),
  (SELECT ' (DON-' || zero_padded(number) || ')' FROM donations WHERE id = p.donation_id), '')`;
const payment = sql`'Payment of ' || ${rand(sql`p.amount_cents`)} || ' of ' || ${dayText(sql`p.paid_on`)} || ${document}`;
const recordId = sql`coalesce(p.invoice_id, p.donation_id, p.id)`;
const recorded = { at: sql`p.recorded_at`, by: sql`p.recorded_by` };

const unrecordedPayments = sql`
  SELECT ${payment} || ': an administrator has recorded it, and the audit log does not say so' AS name
  FROM payments AS p
  WHERE p.source = 'administrator' AND ${isAudited(recorded.at)} AND NOT EXISTS (
    SELECT FROM ${entryOf({
      ...recorded,
      actions: [
        'processInvoicePayment',
        'processDonationPayment',
        'recordMoney',
        'importPayment',
        'importDonation',
      ],
    })} AND a.subject_id = ${recordId})`;

/** The day on which a message arrived, as `arrivalDay` has it. */
const arrivedOn = (day: RawBuilder<unknown>) =>
  sql`least(greatest(${day}, ${dayIn(recorded.at)} - 366), ${dayIn(recorded.at)})`;

const wrongCardPayments = sql`
  SELECT ${payment} || ': it is from PayFast, and no message or list of PayFast has it with this amount and day'
  FROM payments AS p
  WHERE p.source = 'payfast' AND ${isAudited(recorded.at)} AND NOT EXISTS (
      SELECT FROM card_notifications AS n
      WHERE 'payfast:' || n.provider_id = p.external_reference AND n.amount_cents = p.amount_cents
        AND p.paid_on = ${arrivedOn(dayIn(sql`n.received_at`))} AND p.method = 'Credit Card'
        AND n.verdict IN ('settled', 'credit'))
    AND NOT EXISTS (
      SELECT FROM ${entryOf({ ...recorded, actions: ['recordDifference'] })}
        AND ${saysOrErased(
          'amount',
          sql`${cents('amount')} = p.amount_cents
          AND p.paid_on = ${arrivedOn(sql`(a.after ->> 'paidOn')::date`)} AND p.method = 'Credit Card'`,
        )})`;

const booking = ['bookMoneyLine', 'bookCertainLines'] as const;

const wrongBankPayments = sql`
  SELECT ${payment} || CASE WHEN l.day IS NULL OR (p.paid_on, p.method) = (l.day, 'EFT')
    THEN ': it is from a line of the bank, and the audit log does not say who booked it'
    ELSE ': it is from a line of the bank of ' || ${dayText(sql`l.day`)} || ', which is EFT' END
  FROM payments AS p
  LEFT JOIN bank_matches AS m ON m.payment_id = p.id AND m.reversed_at IS NULL AND m.kind <> 'reversal'
  LEFT JOIN bank_lines AS l ON l.id = m.line_id
  WHERE p.source = 'bank' AND ${isAudited(recorded.at)}
    AND ((p.paid_on, p.method) <> (l.day, 'EFT')
      OR NOT EXISTS (SELECT FROM ${entryOf({ ...recorded, actions: booking })}))`;

const reversedPayment = { at: sql`p.reversed_at`, by: sql`p.reversed_by` };
const undoing = ['undoInvoicePayment', 'undoDonationPayment', 'undoPayment'] as const;
/** What came from a credit goes back to it, on whatever day the money left. */
const undoingEntry = sql`SELECT FROM ${entryOf({ ...reversedPayment, actions: undoing })}
  AND (a.after = '{}' OR p.source = 'credit' OR a.after ->> 'returnedOn' IS NOT DISTINCT FROM p.returned_on::text)`;

const undonePayments = sql`
  SELECT ${payment} || ': the audit log does not say who undid it, or when its money went back'
  FROM payments AS p
  WHERE p.reversed_at IS NOT NULL AND ${isAudited(reversedPayment.at)}
    AND NOT EXISTS (${undoingEntry} AND a.subject_id = ${recordId})
    AND NOT EXISTS (${undoingEntry} AND a.subject_id = p.id)`;

const use = sql`CASE u.kind WHEN 'refund' THEN 'Refund of ' ELSE 'Use of a credit of ' END
  || ${rand(sql`u.amount_cents`)} || ' of ' || ${dayText(sql`u.used_on`)} || ${document}`;
const usedBy = { at: sql`u.recorded_at`, by: sql`u.recorded_by` };
const usesOf = sql`credit_uses AS u JOIN payments AS p ON p.id = u.payment_id`;

/** A member who renews pays with credits of the own invoices, without an administrator. product-rules 6.37. */
const byMember = sql`u.kind = 'invoice'
  AND EXISTS (SELECT FROM members WHERE user_id = u.recorded_by)
  AND EXISTS (SELECT FROM invoices AS o JOIN payments AS c ON c.invoice_id = o.id
    JOIN invoices AS i ON i.id = p.invoice_id
    WHERE c.id = u.carried_to AND o.member_type_id IS NOT NULL AND o.member_id = i.member_id)`;

/** A refund that PayFast's list has later becomes one by card. */
const refundedAsSaid = sql`(u.kind <> 'refund' OR ${saysOrErased(
  'refundedBy',
  sql`(a.after ->> 'refundedBy' = coalesce(u.refunded_by, 'EFT')
    OR a.after ->> 'refundedBy' = 'EFT' AND u.refunded_by = 'Credit Card')`,
)})`;

const unrecordedUses = sql`
  SELECT ${use} || ': the audit log does not say who recorded it, or has another amount, day or method'
  FROM ${usesOf}
  WHERE ${isAudited(usedBy.at)} AND NOT EXISTS (
      SELECT FROM ${entryOf({
        ...usedBy,
        actions: ['refundCredit', 'closeCredit', 'carryCredit', 'donateCredit'],
      })} AND a.subject_id = u.payment_id
        AND a.action = ${auditedAs('u.kind')}
        AND ${saysOrErased(
          'amount',
          sql`${cents('amount')} = u.amount_cents AND u.used_on = coalesce((a.after ->> 'refundedOn')::date, ${dayIn(sql`a.at`)})`,
        )}
        AND ${refundedAsSaid})
    AND (${byMember}) IS NOT TRUE`;

/** What was carried goes back with its payment. */
const undoneUses = sql`
  SELECT ${use} || ': the audit log does not say who undid it'
  FROM ${usesOf}
  WHERE u.reversed_at IS NOT NULL AND u.carried_to IS NULL AND ${isAudited(sql`u.reversed_at`)} AND NOT EXISTS (
    SELECT FROM ${entryOf({ at: sql`u.reversed_at`, by: sql`u.reversed_by`, actions: ['undoCreditUse'] })}
      AND a.subject_id = u.payment_id)`;

const line = sql`'Line of ' || ${dayText(sql`l.day`)} || ', ' || ${rand(sql`l.amount_cents`)}`;
const matchesOf = sql`bank_matches AS m JOIN bank_lines AS l ON l.id = m.line_id`;
const matchedBy = { at: sql`m.recorded_at`, by: sql`m.recorded_by` };

/** As the entry names a match, by its kind and its record. Earlier versions named only the record, if it has one. */
const matchedAs = sql`CASE WHEN r.label IS NULL OR m.kind IN ('recorded', 'refund', 'reversal') THEN ' as ' || m.kind ELSE '' END
  || coalesce(r.label, '')`;
const saysMatch = (as: RawBuilder<unknown>) =>
  sql`strpos((a.after ->> 'booked') || ',', ${rand(sql`m.amount_cents`)} || ${as} || ',') > 0`;

const unrecordedMatches = sql`
  SELECT ${line} || ': the audit log does not say who booked ' || ${rand(sql`m.amount_cents`)} || ' of it' || ${matchedAs}
  FROM ${matchesOf} LEFT JOIN credit_uses AS u ON u.id = m.credit_use_id
  LEFT JOIN payments AS p ON p.id = coalesce(m.payment_id, u.payment_id)
  LEFT JOIN (
    SELECT id, ' for INV-' || zero_padded(number) AS label FROM invoices
    UNION ALL SELECT id, ' for DON-' || zero_padded(number) FROM donations
  ) AS r ON r.id = coalesce(p.invoice_id, p.donation_id)
  WHERE ${isAudited(matchedBy.at)} AND NOT EXISTS (
    SELECT FROM ${entryOf({ ...matchedBy, actions: booking })} AND a.subject_id = l.statement_id
      AND ${saysOrErased('booked', sql`(${saysMatch(matchedAs)} OR ${saysMatch(sql`r.label`)})`)})`;

/** By itself, or with the payment or the refund that it was of. */
const undoneMatches = sql`
  SELECT ${line} || ': the audit log does not say who undid the booking of ' || ${rand(sql`m.amount_cents`)}
  FROM ${matchesOf}
  WHERE m.reversed_at IS NOT NULL AND ${isAudited(sql`m.reversed_at`)} AND NOT EXISTS (
    SELECT FROM ${entryOf({
      at: sql`m.reversed_at`,
      by: sql`m.reversed_by`,
      actions: ['undoMatch', 'undoCreditUse', ...undoing],
    })})`;

const dismissedLines = sql`
  SELECT ${line} || ': the audit log does not say who dismissed it'
  FROM bank_lines AS l
  WHERE l.state = 'dismissed' AND ${isAudited(sql`l.dismissed_at`)} AND NOT EXISTS (
    SELECT FROM ${entryOf({
      at: sql`l.dismissed_at`,
      by: sql`l.dismissed_by`,
      actions: ['dismissMoneyLine'],
    })} AND a.subject_id = l.statement_id)`;

const note = sql`'Credit note CN-' || zero_padded(w.number) || ' of ' || ${rand(sql`w.amount_cents`)}`;

const writeOffs = sql`
  SELECT ${note} || ': the audit log does not say who wrote it off, or has another amount'
  FROM write_offs AS w
  WHERE ${isAudited(sql`w.recorded_at`)} AND NOT EXISTS (
    SELECT FROM ${entryOf({ at: sql`w.recorded_at`, by: sql`w.recorded_by`, actions: ['writeOffInvoice'] })}
      AND a.subject_id = w.invoice_id AND ${saysOrErased('writtenOff', sql`${cents('writtenOff')} = w.amount_cents`)})
  UNION ALL
  SELECT ${note} || ': the audit log does not say who undid it'
  FROM write_offs AS w
  WHERE w.reversed_at IS NOT NULL AND ${isAudited(sql`w.reversed_at`)} AND NOT EXISTS (
    SELECT FROM ${entryOf({ at: sql`w.reversed_at`, by: sql`w.reversed_by`, actions: ['undoWriteOff'] })}
      AND a.subject_id = w.invoice_id)`;

/** An undone merge takes its voiding back. */
const voidings = sql`
  SELECT 'INV-' || zero_padded(i.number) || ': it was voided on ' || ${dayText(dayIn(sql`i.voided_at`))}
    || ', and the audit log does not say who did it'
  FROM invoices AS i
  WHERE i.voided_at >= (SELECT voids_audited_from FROM book_settings) AND NOT EXISTS (
    SELECT FROM audit_entries AS a WHERE a.at = i.voided_at
      AND (a.action = 'voidInvoice' AND a.subject_id = i.id OR a.action = 'mergeMembers'))`;

const cashDifference = sql`'Difference of the cash of ' || ${dayText(sql`d.day`)} || ', ' || ${rand(sql`d.cents`)}`;

const cashDifferences = sql`
  SELECT ${cashDifference} || ': the audit log does not say who booked it, or has another amount or day'
  FROM cash_differences AS d WHERE NOT EXISTS (
    SELECT FROM ${entryOf({ at: sql`d.recorded_at`, by: sql`d.recorded_by`, actions: ['bookCashDifference'] })}
      AND (a.after = '{}' OR a.after ->> 'differenceId' = d.id::text AND ${cents('amount')} = d.cents
        AND a.after ->> 'countedOn' = to_char(d.day, 'YYYY-MM-DD')))
  UNION ALL
  SELECT ${cashDifference} || ': the audit log does not say who undid it'
  FROM cash_differences AS d
  WHERE d.reversed_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM ${entryOf({ at: sql`d.reversed_at`, by: sql`d.reversed_by`, actions: ['undoCashDifference'] })}
      AND (a.after = '{}' OR a.after ->> 'differenceId' = d.id::text))
  UNION ALL
  SELECT 'Difference of the cash of ' || ${dayText(sql`(a.after ->> 'countedOn')::date`)} || ', '
    || ${rand(cents('amount'))} || ': the audit log says that it was booked, and it was deleted'
  FROM audit_entries AS a
  -- Retention empties entries.
  WHERE a.action = 'bookCashDifference' AND a.after ? 'differenceId'
    AND NOT EXISTS (SELECT FROM cash_differences AS d WHERE d.id::text = a.after ->> 'differenceId')`;
