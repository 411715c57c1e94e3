import { sql } from 'kysely';
import { dayText, failing, rand, type BookCheck } from './check.ts';

/** The bookings agree with the records, and each closed month with its bookings. */
export function monthCheck(): BookCheck {
  return {
    name: 'Months',
    advice:
      'Compare the bookings and the figures of the month with a backup from before, keep that backup, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(
        db,
        sql`${wrongMonths} UNION ALL ${monthsWithoutEntry} UNION ALL ${wrongPayments} UNION ALL ${wrongInvoices}`,
        {
          ok: 'Every payment, use of a credit and invoice is booked once, and every closed month has the sums of its bookings.',
          failed: 'Bookings or closed months do not agree:',
        },
      ),
  };
}

/** The month as a text, in SQL. */
const monthText = sql`to_char(c.month, 'FMMonth YYYY')`;
const cents = (...columns: string[]) =>
  sql.join(columns.map((column) => sql`coalesce(sum(${sql.ref(`b.${column}_cents`)}), 0)::bigint`));
const movedCents = cents('money', 'income', 'credits', 'other', 'owed');

/** What a closed month says of its movements. The names of member types can have changed since. */
const wrongMonths = sql`
  SELECT ${monthText} || ': the figures of “' || s.event || '” are not the sums of its bookings' AS name
  FROM (
    SELECT coalesce(f.month, b.month) AS month, coalesce(f.event, b.event) AS event
    FROM (
      SELECT c.month, m.event, m.kind, m.method,
        ARRAY[sum(m.count), sum(m.money), sum(m.income), sum(m.credits), sum(m.other), sum(m.owed)]::bigint[] AS sums
      FROM closed_months AS c
      CROSS JOIN LATERAL jsonb_to_recordset(c.figures -> 'movements') AS m (event text, kind text,
        method text, count bigint, money bigint, income bigint, credits bigint, other bigint, owed bigint)
      WHERE c.reopened_at IS NULL
      GROUP BY 1, 2, 3, 4
    ) AS f
    FULL JOIN (
      SELECT c.month, b.event, b.income_kind AS kind, b.method, ARRAY[count(*), ${movedCents}] AS sums
      FROM closed_months AS c
      JOIN bookings AS b ON date_trunc('month', b.booked_on::timestamp)::date = c.month
      WHERE c.reopened_at IS NULL
      GROUP BY 1, 2, 3, 4
    ) AS b ON (f.month, f.event, coalesce(f.kind, ''), coalesce(f.method, ''))
      = (b.month, b.event, coalesce(b.kind, ''), coalesce(b.method, ''))
    WHERE f.sums IS DISTINCT FROM b.sums
    GROUP BY 1, 2
  ) AS s JOIN closed_months AS c ON c.month = s.month AND c.reopened_at IS NULL`;

/** Somebody closed or reopened it without the application. The check of the seals proves the entries. */
const monthsWithoutEntry = sql`
  SELECT ${monthText} || CASE a.action WHEN 'closeMonth' THEN ': it is closed, ' ELSE ': it was reopened, ' END
    || 'and the audit log does not say so'
  FROM closed_months AS c
  CROSS JOIN (VALUES ('closeMonth'), ('reopenMonth')) AS a (action)
  WHERE (a.action = 'closeMonth' OR c.reopened_at IS NOT NULL) AND NOT EXISTS (
    SELECT FROM audit_entries AS e WHERE e.subject_id = c.id AND e.action = a.action)`;

/** A payment with the uses of its credit. What was carried on is booked with the payment that it made. */
const wrongPayments = sql`
  SELECT coalesce('Payment of ' || ${dayText(sql`p.paid_on`)} || ', ' || ${rand(sql`p.amount_cents`)},
      'Payment ' || b.payment_id || ', which does not exist', 'Bookings without a record')
    || ': booked are ' || ${rand(sql`coalesce(b.money, 0)`)} || ' of money, '
    || ${rand(sql`coalesce(b.income, 0)`)} || ' of income and ' || ${rand(sql`coalesce(b.credits, 0)`)}
    || ' of credits, it has ' || ${rand(sql`coalesce(p.money, 0)`)} || ', '
    || ${rand(sql`coalesce(p.income, 0)`)} || ' and ' || ${rand(sql`coalesce(p.credits, 0)`)}
  FROM (
    SELECT payment_id, sum(money_cents) AS money, sum(income_cents) AS income,
      sum(credits_cents) AS credits
    FROM bookings AS b GROUP BY payment_id
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
    || ' is booked as owed, it is ' || ${rand(sql`coalesce(i.owed, 0)`)}
  FROM (
    SELECT invoice_id, min(invoice_number) AS number, sum(owed_cents) AS owed
    FROM bookings WHERE invoice_id IS NOT NULL GROUP BY invoice_id
  ) AS b
  FULL JOIN (
    SELECT id, number, CASE WHEN voided_at IS NOT NULL THEN 0 ELSE amount_cents - written_off_cents END - paid_cents AS owed
    FROM invoices WHERE NOT reported_elsewhere
  ) AS i ON i.id = b.invoice_id
  WHERE coalesce(b.owed, 0) <> coalesce(i.owed, 0)`;
