import { sql } from 'kysely';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** Each line of the bank has one state, and statements have the lines that they brought. */
export function bankLineCheck(): BookCheck {
  return {
    name: 'Bank statements',
    advice:
      'Compare the line with the statement of the bank. If lines are missing, remove the statement and import it again.',
    run: (db) =>
      failing(db, sql`${wrongLines} UNION ALL ${wrongStatements}`, {
        ok: 'Every line of the bank is open, matched or dismissed, and no statement has lost lines.',
        failed: 'Lines of bank statements do not agree:',
      }),
  };
}

const wrongLines = sql`
  SELECT 'Line of ' || ${dayText(sql`l.day`)} || ', ' || ${rand(sql`l.amount_cents`)} || CASE
    WHEN l.state NOT IN ('open', 'matched', 'dismissed') THEN ': it has the unknown state ' || l.state
    WHEN l.state = 'dismissed' AND l.booked_cents <> 0
      THEN ': it was dismissed, and payments use ' || ${rand(sql`l.booked_cents`)}
    ELSE ': payments use ' || ${rand(sql`l.booked_cents`)} || ' of it' END AS name
  FROM bank_lines AS l
  WHERE l.state NOT IN ('open', 'matched', 'dismissed')
    OR l.booked_cents NOT BETWEEN 0 AND greatest(l.amount_cents, 0)
    OR l.state = 'dismissed' AND l.booked_cents <> 0`;

const wrongStatements = sql`
  SELECT 'Statement of ' || ${dayText(sql`s.from_day`)} || ' to ' || ${dayText(sql`s.to_day`)} || ': '
    || s.new_count || ' lines were new, ' || coalesce(l.lines, 0) || ' are here'
  FROM bank_statements AS s
  LEFT JOIN (
    SELECT statement_id, count(*) AS lines FROM bank_lines GROUP BY statement_id
  ) AS l ON l.statement_id = s.id
  WHERE s.state = 'imported' AND (s.new_count <> coalesce(l.lines, 0)
    OR s.done <> s.line_count OR s.new_count + s.known_count <> s.line_count)`;
