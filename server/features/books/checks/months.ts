import { type RawBuilder, sql } from 'kysely';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** The ledger agrees with the records, and each closed month with its entries. */
export function monthCheck(): BookCheck {
  return {
    name: 'Months',
    advice:
      'Compare the ledger and the figures of the month with a backup from before, keep that backup, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(
        db,
        sql`${wrongMonths} UNION ALL ${monthsWithoutEntry} UNION ALL ${wrongPayments} UNION ALL ${wrongInvoices}`,
        {
          ok: 'Every payment, use of a credit and invoice is in the books once, and every closed month has the sums of its entries.',
          failed: 'The ledger or closed months do not agree:',
        },
      ),
  };
}

/** The month as a text, in SQL. */
const monthText = sql`to_char(c.month, 'FMMonth YYYY')`;
const lines = sql`ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id`;
const isIncome = sql`l.account IN ('membership', 'invoice', 'donation')`;
const isMoney = sql`l.account IN ('bank', 'cash', 'payfast', 'transfer')`;
const ofPayments = sql`e.kind IN ('received', 'carried', 'released', 'undone', 'returned', 'refunded', 'kept', 'use-undone')`;
const centsOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(l.cents) FILTER (WHERE ${condition}), 0)::bigint`;

/** What a closed month says of its money and its credits. */
const wrongMonths = sql`
  SELECT ${monthText} || ': its figures are not the sums of its entries' AS name
  FROM closed_months AS c
  CROSS JOIN LATERAL (
    SELECT ARRAY[coalesce(sum(money), 0), coalesce(sum(income), 0), coalesce(sum(credits), 0),
      coalesce(sum(other), 0)]::bigint[] AS sums
    FROM jsonb_to_recordset(c.figures -> 'movements') AS m (money bigint, income bigint, credits bigint, other bigint)
  ) AS f
  CROSS JOIN LATERAL (
    SELECT ARRAY[${centsOf(isMoney)}, -${centsOf(isIncome)}, -${centsOf(sql`l.account = 'credits'`)},
      -${centsOf(sql`l.account = 'kept'`)}]::bigint[] AS sums
    FROM ${lines} WHERE e.booked_on >= c.month AND e.booked_on < c.month + interval '1 month' AND ${ofPayments}
  ) AS b
  WHERE c.reopened_at IS NULL AND f.sums <> b.sums`;

/** Somebody closed or reopened it without the application. The check of the seals proves the entries. */
const monthsWithoutEntry = sql`
  SELECT ${monthText} || CASE a.action WHEN 'closeMonth' THEN ': it is closed, ' ELSE ': it was reopened, ' END
    || 'and the audit log does not say so'
  FROM closed_months AS c
  CROSS JOIN (VALUES ('closeMonth'), ('reopenMonth')) AS a (action)
  WHERE (a.action = 'closeMonth' OR c.reopened_at IS NOT NULL) AND NOT EXISTS (
    SELECT FROM audit_entries AS e WHERE e.subject_id = c.id AND e.action = a.action)`;

/** A payment with the uses of its credit, and with the line by which the bank took it back. */
const wrongPayments = sql`
  SELECT coalesce('Payment of ' || ${dayText(sql`p.paid_on`)} || ', ' || ${rand(sql`p.amount_cents`)},
      'Payment ' || b.payment_id || ', which does not exist')
    || ': posted are ' || ${rand(sql`coalesce(b.money, 0)`)} || ' of money, '
    || ${rand(sql`coalesce(b.income, 0)`)} || ' of income and ' || ${rand(sql`coalesce(b.credits, 0)`)}
    || ' of credits, it has ' || ${rand(sql`coalesce(p.money, 0)`)} || ', '
    || ${rand(sql`coalesce(p.income, 0)`)} || ' and ' || ${rand(sql`coalesce(p.credits, 0)`)}
  FROM (
    SELECT coalesce(u.payment_id, m.payment_id, e.source_id) AS payment_id, ${centsOf(isMoney)} AS money,
      -${centsOf(isIncome)} AS income, -${centsOf(sql`l.account = 'credits'`)} AS credits
    FROM ${lines} LEFT JOIN credit_uses AS u ON u.id = e.source_id
    LEFT JOIN bank_matches AS m ON m.id = e.source_id
    WHERE ${ofPayments} GROUP BY 1
  ) AS b
  FULL JOIN (
    SELECT p.id, p.paid_on, p.amount_cents, p.received - coalesce(u.refunded, 0) AS money, p.income,
      p.received - p.income - coalesce(u.used, 0) AS credits
    FROM (
      SELECT *, CASE WHEN reversed_at IS NULL AND source <> 'credit' THEN amount_cents ELSE 0 END AS received,
        CASE WHEN reversed_at IS NULL THEN counted_cents ELSE 0 END AS income
      FROM payments WHERE NOT reported_elsewhere
    ) AS p
    LEFT JOIN (
      SELECT payment_id, sum(amount_cents) AS used,
        sum(amount_cents) FILTER (WHERE kind = 'refund') AS refunded
      FROM credit_uses WHERE reversed_at IS NULL AND carried_to IS NULL GROUP BY payment_id
    ) AS u ON u.payment_id = p.id
  ) AS p ON p.id = b.payment_id
  WHERE (coalesce(b.money, 0), coalesce(b.income, 0), coalesce(b.credits, 0))
    <> (coalesce(p.money, 0), coalesce(p.income, 0), coalesce(p.credits, 0))`;

const wrongInvoices = sql`
  SELECT 'INV-' || zero_padded(coalesce(i.number, b.number)) || ': ' || ${rand(sql`coalesce(b.owed, 0)`)}
    || ' is noted as owed, it is ' || ${rand(sql`coalesce(i.owed, 0)`)}
  FROM (
    SELECT invoice_id, min(number) AS number, sum(cents)::bigint AS owed FROM (
      SELECT invoice_id, invoice_number AS number, owed_cents AS cents FROM invoice_changes
      UNION ALL
      SELECT e.record_id, e.record_number, l.cents FROM ${lines}
      WHERE e.record_kind = 'invoice' AND ${isIncome}
    ) AS parts GROUP BY 1
  ) AS b
  FULL JOIN (
    SELECT id, number, CASE WHEN voided_at IS NOT NULL THEN 0 ELSE amount_cents END - paid_cents AS owed
    FROM invoices WHERE NOT reported_elsewhere
  ) AS i ON i.id = b.invoice_id
  WHERE coalesce(b.owed, 0) <> coalesce(i.owed, 0)
    -- Of an invoice that was reported elsewhere only what was paid since is posted.
    AND NOT EXISTS (SELECT FROM invoices AS r WHERE r.id = b.invoice_id AND r.reported_elsewhere)`;
