import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { wherePaid } from '#server/features/invoices/open-invoices.ts';
import { dueBefore, expiredAfter } from '#server/features/members/periods/status-on-day.ts';
import { failing, type BookCheck } from './check.ts';

/** Members are Active because of a period, and a period of an invoice was paid. */
export function membershipCheck(): BookCheck {
  return {
    name: 'Memberships',
    advice:
      'The page of a member says why the member has the status. If the status is only old, look whether the daily run works (System Check). Otherwise have the database examined (docs/operations.md, Books).',
    run: (db, today) =>
      failing(
        db,
        sql`${wrongStatuses(today)} UNION ALL ${unpaidPeriods} UNION ALL ${missingPeriods}`,
        {
          ok: 'Every Active member has a period, and every paid membership invoice has its own.',
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

const unpaidPeriods = sql`
  SELECT ${member} || ': the period of INV-' || zero_padded(i.number) || ', which is not paid'
  FROM membership_periods AS p
  JOIN invoices AS i ON i.id = p.invoice_id
  JOIN members AS m ON m.id = p.member_id
  WHERE NOT ${wherePaid('i')}`;

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
