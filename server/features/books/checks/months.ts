import { type RawBuilder, sql } from 'kysely';
import { sqlIncomeKinds, sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { sqlPaymentEntryKinds, sqlPaysRecord } from '#server/features/ledger/post.ts';
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
        sql`${wrongMonths} UNION ALL ${monthsWithoutEntry} UNION ALL ${wrongInvoices} UNION ALL ${wrongIssueDays}
          UNION ALL ${wrongChangeDays} UNION ALL ${wronglyElsewhere}`,
        {
          ok: 'Every invoice is in the books with what is owed for it, and every closed month has the sums of its entries.',
          failed: 'The ledger or closed months do not agree:',
        },
      ),
  };
}

/** The month as a text, in SQL. */
const monthText = sql`to_char(c.month, 'FMMonth YYYY')`;
const lines = sql`ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id`;
const isIncome = sql`l.account IN ${sqlIncomeKinds}`;
const isMoney = sql`l.account IN ${sqlMoneyKinds}`;
const ofPayments = sql`e.kind IN ${sqlPaymentEntryKinds}`;
const centsOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(l.cents) FILTER (WHERE ${condition}), 0)::bigint`;

/** What a closed month says of its money and its credits. */
const wrongMonths = sql`
  SELECT ${monthText} || ': its figures are not the sums of its entries' AS name
  FROM closed_months AS c
  CROSS JOIN LATERAL (
    SELECT ARRAY[coalesce(sum(money), 0), coalesce(sum(income), 0), coalesce(sum(credits), 0),
      coalesce(sum(other), 0), coalesce(sum(vat), 0)]::bigint[] AS sums
    FROM jsonb_to_recordset(c.figures -> 'movements')
      AS m (money bigint, income bigint, credits bigint, other bigint, vat bigint)
  ) AS f
  CROSS JOIN LATERAL (
    SELECT ARRAY[${centsOf(isMoney)}, -${centsOf(isIncome)}, -${centsOf(sql`l.account = 'credits'`)},
      -${centsOf(sql`l.account = 'kept'`)}, -${centsOf(sql`l.account = 'vat'`)}]::bigint[] AS sums
    FROM ${lines} WHERE e.booked_on >= c.month AND e.booked_on < c.month + interval '1 month' AND ${ofPayments}
  ) AS b
  WHERE c.reopened_at IS NULL AND f.sums <> b.sums`;

/** Somebody closed or reopened it without the application. */
const monthsWithoutEntry = sql`
  SELECT ${monthText} || CASE a.action WHEN 'closeMonth' THEN ': it is closed, ' ELSE ': it was reopened, ' END
    || 'and the audit log does not say so'
  FROM closed_months AS c
  CROSS JOIN (VALUES ('closeMonth'), ('reopenMonth')) AS a (action)
  WHERE (a.action = 'closeMonth' OR c.reopened_at IS NOT NULL) AND NOT EXISTS (
    SELECT FROM audit_entries AS e WHERE e.subject_id = c.id AND e.action = a.action
      AND (a.action <> 'closeMonth' OR (e.by_user_id, e.at) = (c.closed_by, c.closed_at)))`;

const wrongInvoices = sql`
  SELECT 'INV-' || zero_padded(coalesce(i.number, b.number)) || ': ' || ${rand(sql`coalesce(b.owed, 0)`)}
    || ' is noted as owed, it is ' || ${rand(sql`coalesce(i.owed, 0)`)}
  FROM (
    SELECT invoice_id, min(number) AS number, sum(cents)::bigint AS owed FROM (
      SELECT invoice_id, invoice_number AS number, owed_cents AS cents FROM invoice_changes
      UNION ALL
      SELECT e.record_id, e.record_number, l.cents FROM ${lines}
      WHERE e.record_kind = 'invoice' AND ${sqlPaysRecord}
    ) AS parts GROUP BY 1
  ) AS b
  FULL JOIN (
    SELECT id, number, CASE WHEN voided_at IS NOT NULL THEN 0 ELSE amount_cents - written_off_cents END - paid_cents AS owed
    FROM invoices WHERE NOT reported_elsewhere
  ) AS i ON i.id = b.invoice_id
  WHERE coalesce(b.owed, 0) <> coalesce(i.owed, 0)
    -- Of an invoice that was reported elsewhere only what was paid since is posted.
    AND NOT EXISTS (SELECT FROM invoices AS r WHERE r.id = b.invoice_id AND r.reported_elsewhere)`;

const wrongIssueDays = sql`
  SELECT 'INV-' || zero_padded(i.number) || ': it was issued on ' || ${dayText(sql`i.day`)} || ', the books have it on '
    || ${dayText(sql`c.day`)}
  FROM (
    SELECT DISTINCT ON (invoice_id) invoice_id, day FROM invoice_changes WHERE event = 'issued'
    ORDER BY invoice_id, id DESC
  ) AS c JOIN (
    SELECT id, number, (created_at AT TIME ZONE 'Africa/Johannesburg')::date AS day FROM invoices
  ) AS i ON i.id = c.invoice_id
  WHERE i.day <> c.day`;

/** As an entry of the ledger, and not before an earlier change of the same invoice. */
const wrongChangeDays = sql`
  SELECT 'INV-' || zero_padded(i.invoice_number) || ': a change of ' || ${dayText(sql`i.day`)}
    || ' is in the books on ' || ${dayText(sql`i.booked_on`)} || ', and no month was closed between them'
  FROM invoice_changes AS i
  WHERE i.booked_on <> i.day
    AND NOT EXISTS (SELECT FROM closed_months AS c WHERE c.month + interval '1 month' = i.booked_on AND i.day < i.booked_on)
    AND NOT EXISTS (SELECT FROM invoice_changes AS o
      WHERE o.invoice_id = i.invoice_id AND o.id < i.id AND o.booked_on = i.booked_on AND i.day < i.booked_on)`;

const wronglyElsewhere = sql`
  SELECT 'INV-' || zero_padded(i.number) || ': it is noted as reported elsewhere, and is in the books'
  FROM invoices AS i
  WHERE i.reported_elsewhere AND EXISTS (SELECT FROM invoice_changes WHERE invoice_id = i.id)`;
