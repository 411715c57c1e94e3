import { sql } from 'kysely';
import { statementDigest } from '#server/features/bank-statements/statement-digest.ts';
import { sqlIsTakenOff } from '#server/features/payments/refuse-full-lines.ts';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** Each line of the bank has one state and the sum of its matches, and statements have the lines that they brought. */
export function bankLineCheck(): BookCheck {
  return {
    name: 'Bank statements',
    advice:
      'Compare the line with the statement of the bank. If lines are missing, remove the statement and import it again.',
    run: (db) =>
      failing(
        db,
        sql`${wrongLines} UNION ALL ${wrongPayments} UNION ALL ${wrongStatements}
        UNION ALL ${changedStatements}`,
        {
          ok: 'Every line of the bank is open, matched or dismissed, its matches add up, and statements have the lines and balances that they brought.',
          failed: 'Lines of bank statements do not agree:',
        },
      ),
  };
}

const bookedTwice = sql`l.state = 'dismissed' AND l.booked_cents <> 0`;
const otherState = sql`(l.state = 'matched') <> (l.booked_cents = abs(l.amount_cents))`;

/** What is taken off a line is booked below zero. */
const outside = sql`(l.booked_cents > abs(l.amount_cents))`;

const wrongLines = sql`
  SELECT 'Line of ' || ${dayText(sql`l.day`)} || ', ' || ${rand(sql`l.amount_cents`)} || CASE
    WHEN l.state NOT IN ('open', 'matched', 'dismissed') THEN ': it has the unknown state ' || l.state
    WHEN ${bookedTwice}
      THEN ': it was dismissed, and payments use ' || ${rand(sql`l.booked_cents`)}
    WHEN ${outside}
      THEN ': payments use ' || ${rand(sql`l.booked_cents`)} || ' of it'
    WHEN l.booked_cents <> coalesce(m.cents, 0) THEN ': ' || ${rand(sql`l.booked_cents`)}
      || ' is noted as booked, its matches are ' || ${rand(sql`coalesce(m.cents, 0)`)}
    ELSE ': it is ' || l.state || ', and ' || ${rand(sql`l.booked_cents`)} || ' of it is booked'
    END AS name
  FROM bank_lines AS l
  LEFT JOIN (
    SELECT m.line_id, sum(CASE WHEN ${sqlIsTakenOff} THEN -m.amount_cents ELSE m.amount_cents END) AS cents
    FROM bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id WHERE m.reversed_at IS NULL GROUP BY 1
  ) AS m ON m.line_id = l.id
  WHERE l.state NOT IN ('open', 'matched', 'dismissed')
    OR ${outside}
    OR l.booked_cents <> coalesce(m.cents, 0)
    OR ${otherState}
    OR ${bookedTwice}`;

/** Money of a bank statement has its line, and the line has the whole of it. */
const wrongPayments = sql`
  SELECT 'Payment of ' || ${dayText(sql`p.paid_on`)} || ', ' || ${rand(sql`p.amount_cents`)} || CASE
    WHEN m.id IS NULL THEN ': it is from a bank statement, and no bank line has it'
    ELSE ': a bank line has it with ' || ${rand(sql`m.amount_cents`)}
      || CASE WHEN m.fee_cents = 0 THEN '' ELSE ' and a fee of ' || ${rand(sql`m.fee_cents`)} END END AS name
  FROM payments AS p
  LEFT JOIN bank_matches AS m
    ON m.payment_id = p.id AND m.reversed_at IS NULL
  WHERE p.reversed_at IS NULL AND p.source = 'bank' AND m.id IS NULL
    OR m.amount_cents + m.fee_cents <> p.amount_cents`;

const wrongStatements = sql`
  SELECT 'Statement of ' || ${dayText(sql`s.from_day`)} || ' to ' || ${dayText(sql`s.to_day`)} || ': '
    || s.new_count || ' lines were new, ' || coalesce(l.lines, 0) || ' are here'
  FROM bank_statements AS s
  LEFT JOIN (
    SELECT statement_id, count(*) AS lines FROM bank_lines GROUP BY statement_id
  ) AS l ON l.statement_id = s.id
  WHERE s.state = 'imported' AND (s.new_count <> coalesce(l.lines, 0)
    OR s.done <> s.line_count OR s.new_count + s.known_count <> s.line_count)`;

const changedStatements = sql`
  SELECT 'Statement of ' || ${dayText(sql`s.from_day`)} || ' to ' || ${dayText(sql`s.to_day`)}
    || ': its lines or its balances were changed after they were imported'
  FROM bank_statements AS s
  WHERE s.state = 'imported' AND s.digest IS DISTINCT FROM ${statementDigest(sql`s.id`)}`;
