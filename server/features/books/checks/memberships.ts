import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { wherePaid } from '#server/features/invoices/open-invoices.ts';
import { dueBefore, expiredAfter } from '#server/features/members/periods/status-on-day.ts';
import { dayText, failing, type BookCheck } from './check.ts';

/** Members are Active because of a period, and a period of an invoice was paid. */
export function membershipCheck(): BookCheck {
  return {
    name: 'Memberships',
    advice:
      'The page of a member says why the member has the status. If the status is only old, look whether the daily run works (System Check). Otherwise have the database examined (docs/operations.md, Books).',
    run: (db, today) =>
      failing(
        db,
        sql`${wrongStatuses(today)} UNION ALL ${unpaidPeriods} UNION ALL ${missingPeriods}
          UNION ALL ${wrongEnds} UNION ALL ${lateStarts} UNION ALL ${unrecordedPeriods}
          UNION ALL ${movedInvoices} UNION ALL ${inventedPeriods}`,
        {
          ok: 'Every Active member has a period, every paid membership invoice has its own, and each is as long as the rule says.',
          failed: 'Members, periods and paid invoices do not agree:',
        },
      ),
  };
}

/** Only what follows the periods. The statuses of yesterday pass, because the daily run may just begin. */
function wrongStatuses(today: Day) {
  const on = (day: Day) => sql`CASE
    WHEN p.ends_on IS NULL THEN ${statusNames.pending}
    WHEN p.ends_on <= ${addDays(day, -expiredAfter)}::date THEN ${statusNames.expired}
    WHEN p.ends_on <= ${addDays(day, dueBefore)}::date THEN ${statusNames.due}
    ELSE ${statusNames.active} END`;
  return sql`
    SELECT ${member} || CASE
      WHEN m.paid_until IS DISTINCT FROM p.ends_on THEN ': paid until is not the end of the last period'
      WHEN p.ends_on IS NULL THEN ': ' || s.name || ' without a period'
      ELSE ': ' || s.name || ', and the last period ends on another day' END AS name
    FROM members AS m
    JOIN member_statuses AS s ON s.id = m.member_status_id
    LEFT JOIN (
      SELECT member_id, max(ends_on) AS ends_on FROM membership_periods GROUP BY member_id
    ) AS p ON p.member_id = m.id
    WHERE m.archived_at IS NULL AND (
      m.paid_until IS DISTINCT FROM p.ends_on
      OR s.name IN (${statusNames.active}, ${statusNames.due}) AND m.status_set_by IS NULL
        AND s.name NOT IN (${on(today)}, ${on(addDays(today, -1))}))`;
}

const member = sql`'Member ' || coalesce(zero_padded(m.number), 'without a number')`;

/** An administrator who undoes a payment or a write-off can keep the period. */
const unpaidPeriods = sql`
  SELECT ${member} || ': the period of INV-' || zero_padded(i.number) || ', which is not paid'
  FROM membership_periods AS p
  JOIN invoices AS i ON i.id = p.invoice_id
  JOIN members AS m ON m.id = p.member_id
  WHERE NOT ${wherePaid('i')} AND NOT EXISTS (
    SELECT FROM audit_entries AS a WHERE a.subject_id = i.id AND a.action IN ('undoInvoicePayment', 'undoWriteOff')
      AND (a.after ->> 'period' = 'kept' OR a.subject_name = 'Erased'))`;

/**
 * The period of an archived member waits, a merge leaves out periods that overlap, and an import brings
 * invoices of the past without them.
 */
const missingPeriods = sql`
  SELECT ${member} || ': INV-' || zero_padded(i.number) || ' is paid, and added no period'
  FROM invoices AS i
  JOIN members AS m ON m.id = i.member_id
  LEFT JOIN membership_periods AS p ON p.invoice_id = i.id
  WHERE i.member_type_id IS NOT NULL AND ${wherePaid('i')} AND p.id IS NULL
    AND m.archived_at IS NULL
    AND NOT EXISTS (SELECT FROM member_merges AS g
      WHERE g.kept_id = m.id AND g.undone_at IS NULL)
    AND NOT EXISTS (SELECT FROM audit_entries AS a
      WHERE a.subject_id = i.id AND a.action = 'importPayment')`;

const period = sql`${member} || ': the period of ' || ${dayText(sql`p.starts_on`)} || ' to ' || ${dayText(sql`p.ends_on`)}`;
const lastOfMonth = (day: RawBuilder<unknown>) =>
  sql`extract(day FROM date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')`;
const yearLater = sql`(date_trunc('month', p.starts_on::timestamp) + interval '1 year')`;

/**
 * Twelve months, or to the end of a membership year that is or was set: a renewal has nine months at least. An import
 * brings periods of any length. product-rules 5.5 to 5.7.
 */
const wrongEnds = sql`
  SELECT ${period} || ' does not end as the rule says'
  FROM membership_periods AS p JOIN members AS m ON m.id = p.member_id
  WHERE p.import_id IS NULL
    AND p.ends_on + 1 NOT IN (
      ${yearLater}::date + least(p.anchor_day, ${lastOfMonth(yearLater)})::integer - 1,
      (p.starts_on + interval '1 year')::date)
    AND NOT EXISTS (
      SELECT FROM (
        SELECT membership_expiry_date AS day FROM company_info
        UNION SELECT (v.value ->> 'membershipExpiryDate')::date FROM audit_entries AS e
        CROSS JOIN LATERAL (VALUES (e.before), (e.after)) AS v (value) WHERE e.action = 'updateCompanyInfo'
      ) AS y
      WHERE extract(month FROM p.ends_on) = extract(month FROM y.day)
        AND extract(day FROM p.ends_on) = least(extract(day FROM y.day), ${lastOfMonth(sql`p.ends_on`)})
        AND p.ends_on < p.starts_on + interval '21 months')`;

/**
 * A merge and its undo leave periods that began after others, which are not here any more. The day of a payment can be
 * corrected, and its period stays. An undo can keep a period, or move the later ones forward.
 */
const lateStarts = sql`
  SELECT ${period} || ' begins after its payment and after the period before it'
  FROM (
    SELECT *, lag(ends_on) OVER (PARTITION BY member_id ORDER BY starts_on) + 1 AS after FROM membership_periods
  ) AS p
  JOIN members AS m ON m.id = p.member_id
  JOIN invoices AS i ON i.id = p.invoice_id JOIN payments AS y ON y.id = i.payment_id
  WHERE p.starts_on > greatest(y.paid_on, p.after)
    AND NOT EXISTS (SELECT FROM audit_entries AS a JOIN invoices AS o ON o.id = a.subject_id
      WHERE o.member_id = m.id AND (a.action = 'correctPayment'
        OR a.action IN ('undoInvoicePayment', 'undoWriteOff') AND (a.after ? 'period' OR a.subject_name = 'Erased')))
    AND NOT EXISTS (SELECT FROM member_merges AS g WHERE m.id IN (g.kept_id, g.merged_id))`;

/** Entered by hand or imported. What a merge has moved was recorded for the other member. */
const unrecordedPeriods = sql`
  SELECT ${period} || ' is not what the audit log says'
  FROM membership_periods AS p JOIN members AS m ON m.id = p.member_id
  WHERE num_nonnulls(p.entered_by, p.import_id) > 0 AND NOT EXISTS (
    SELECT FROM audit_entries AS a
    WHERE a.at = p.created_at AND a.subject_kind = 'member'
      AND (a.subject_name = 'Erased' OR a.after ->> 'paidUntil' = to_char(p.ends_on, 'YYYY-MM-DD'))
      AND (a.subject_id = m.id OR EXISTS (
        SELECT FROM member_merges AS g WHERE g.kept_id = m.id AND g.record_ids @> ARRAY[p.id])))`;

/** A merge moves both, and leaves out periods that overlap. */
const movedInvoices = sql`
  SELECT ${member} || ': the period of INV-' || zero_padded(i.number) || ', which is of another member'
  FROM membership_periods AS p JOIN invoices AS i ON i.id = p.invoice_id JOIN members AS m ON m.id = p.member_id
  WHERE i.member_id IS DISTINCT FROM p.member_id
    AND NOT EXISTS (SELECT FROM member_merges AS g WHERE m.id IN (g.kept_id, g.merged_id))`;

/** Periods as they were before money went back, which the ledger has on that day. */
const inventedPeriods = sql`
  SELECT 'INV-' || zero_padded(i.number) || ': a period up to ' || ${dayText(sql`x.until`)}
    || ' is stored as an earlier one, and no money of the member went back on that day'
  FROM earlier_periods AS x JOIN invoices AS i ON i.id = x.invoice_id
  WHERE NOT EXISTS (
    SELECT FROM invoices AS o JOIN ledger_entries AS e ON e.record_id = o.id
    WHERE o.member_id = i.member_id AND e.kind = 'returned' AND e.booked_on = x.until)`;
