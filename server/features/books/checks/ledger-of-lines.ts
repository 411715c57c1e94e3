import { sql } from 'kysely';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** What is booked of each line of the bank is in the ledger, in the account of its statement. */
export function ledgerOfLinesCheck(): BookCheck {
  return {
    name: 'Bank in the ledger',
    advice:
      'Undo what the line is booked as, and book it again. If it fails again, have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, sql`${wrongLines} UNION ALL ${strayEntries} UNION ALL ${wrongPayouts}`, {
        ok: 'The ledger has what is booked of every line of the bank, in the account of its statement.',
        failed: 'Lines of the bank and the ledger do not agree:',
      }),
  };
}

/** A line that waits is in the ledger only with what is booked of it. The fee in its balance can be there or not. */
const wrongLines = sql`
  SELECT 'Line of ' || ${dayText(sql`l.day`)} || ', ' || ${rand(sql`l.amount_cents`)} || ': '
    || ${rand(sql`l.cents`)} || ' of it is booked, the ledger has ' || ${rand(sql`coalesce(p.cents, 0)`)} AS name
  FROM (
    SELECT b.id, b.day, b.amount_cents, b.fee_cents, b.account_id, b.state,
      CASE b.state WHEN 'dismissed' THEN b.amount_cents ELSE sign(b.amount_cents)::bigint * b.booked_cents END AS cents
    FROM bank_lines AS b JOIN bank_statements AS s ON s.id = b.statement_id
    WHERE coalesce(s.currency, 'ZAR') = 'ZAR'
  ) AS l
  LEFT JOIN (
    SELECT m.line_id, sum(e.cents)::bigint AS cents FROM (
      SELECT id AS line_id, id AS source_id, account_id, NULL::boolean AS is_return FROM bank_lines
      UNION ALL
      SELECT m.line_id, v.source_id, b.account_id, v.is_return FROM bank_matches AS m
      JOIN bank_lines AS b ON b.id = m.line_id LEFT JOIN payments AS p ON p.id = m.payment_id
      CROSS JOIN LATERAL (VALUES (m.id, NULL), (CASE
        WHEN m.reversed_at IS NULL AND (m.kind <> 'reversal' OR p.returned_on IS NOT NULL)
        THEN coalesce(m.payment_id, m.credit_use_id) END, m.kind = 'reversal')
      ) AS v (source_id, is_return) WHERE v.source_id IS NOT NULL
    ) AS m
    JOIN bank_accounts AS a ON a.id = m.account_id
    JOIN (
      SELECT e.source_id, e.kind = 'returned' AS is_return, l.of_id, sum(l.cents) AS cents
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE l.account = 'bank' GROUP BY 1, 2, 3
    ) AS e ON e.source_id = m.source_id AND coalesce(m.is_return = e.is_return, true)
      AND e.of_id IS NOT DISTINCT FROM CASE WHEN a.takes_eft THEN NULL ELSE a.id END
    GROUP BY 1
  ) AS p ON p.line_id = l.id
  WHERE coalesce(p.cents, 0) <> l.cents
    AND NOT (l.state IN ('matched', 'dismissed') AND coalesce(p.cents, 0) = l.cents + l.fee_cents)`;

/** What left PayFast is what its payments brought: of others the ledger would have no fee. */
const wrongPayouts = sql`
  SELECT 'Payout of ' || ${dayText(sql`l.day`)} || ', ' || ${rand(sql`m.amount_cents`)} || ': its card payments are '
    || ${rand(sql`coalesce(n.cents, m.amount_cents)`)} || ', the ledger has ' || ${rand(sql`e.cents`)}
  FROM bank_matches AS m JOIN bank_lines AS l ON l.id = m.line_id
  JOIN (
    SELECT e.source_id, -sum(l.cents)::bigint AS cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE l.account = 'payfast' AND e.kind IN ('payout', 'line-undone') GROUP BY 1
  ) AS e ON e.source_id = m.id
  LEFT JOIN (SELECT match_id, sum(net_cents)::bigint AS cents FROM payout_entries GROUP BY 1) AS n ON n.match_id = m.id
  WHERE m.kind = 'payout' AND m.reversed_at IS NULL AND e.cents <> coalesce(n.cents, m.amount_cents)`;

/** Entries of lines, matches, payments and refunds that are not here. What was removed has been taken back. */
const strayEntries = sql`
  SELECT DISTINCT 'Ledger entry ' || e.first || ': it is of no line of the bank that is here, and moves '
    || ${rand(sql`max(abs(e.cents)) OVER (PARTITION BY e.source_id)`)} AS name
  FROM (
    SELECT e.source_id, min(e.id) AS first, sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.kind IN ('payout', 'deposited', 'moved', 'charge', 'transfer', 'elsewhere', 'line-undone')
      AND NOT EXISTS (SELECT FROM bank_lines WHERE id = e.source_id)
      AND NOT EXISTS (SELECT FROM bank_matches WHERE id = e.source_id)
      AND NOT EXISTS (SELECT FROM payments WHERE id = e.source_id)
      AND NOT EXISTS (SELECT FROM credit_uses WHERE id = e.source_id)
    GROUP BY e.source_id, l.account, l.of_id HAVING sum(l.cents) <> 0
  ) AS e`;
