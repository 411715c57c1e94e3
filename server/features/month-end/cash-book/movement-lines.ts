import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { fromCredits, owedAccount, paymentKinds } from '#contract/month-end/cash-book.ts';
import { sqlMoneyKinds, sqlOwnKinds } from '#server/features/ledger/accounts.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
import { type UnpostedLine, unpostedRows } from '../figures/read-unposted.ts';
import {
  sqlIsFromCredit,
  sqlLastingMethod,
  sqlMethodOfEntry,
  sqlMoneyAccount,
} from '../figures/read-movements.ts';

interface Lines {
  first: Day;
  last: Day;
  unposted: readonly UnpostedLine[];
}

/** Debits are above zero with a sign of 1. The sign can be that of the account, in SQL. */
export const ledgerLines = (
  where: RawBuilder<unknown>,
  sign: number | RawBuilder<unknown>,
  { first, last, unposted }: Lines,
) => sql`
  SELECT e.id AS entry, NULL::bigint AS change_id, e.booked_on, e.day, e.kind AS what, e.source_id, e.record_kind,
    e.record_id, e.record_number, l.account, l.of_id, l.cents * ${sign} AS cents
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  WHERE e.booked_on BETWEEN ${first} AND ${last} AND ${where}
  UNION ALL
  SELECT NULL, NULL, l.booked_on, l.booked_on, 'deferred', NULL, NULL, NULL, NULL, l.account, l.of_id, l.cents * ${sign}
  FROM ${unpostedRows(unposted)} WHERE l.booked_on BETWEEN ${first} AND ${last} AND ${where}`;

/** What is owed of invoices is no account: payments make it less, and changes of the invoices are stored beside. */
export const owedLines = (first: Day, last: Day) => sql`
  SELECT e.id AS entry, NULL::bigint AS change_id, e.booked_on, e.day, e.kind AS what, e.source_id, e.record_kind,
    e.record_id, e.record_number, ${owedAccount}::text AS account, NULL::uuid AS of_id, l.cents
  FROM ledger_entries AS e
  CROSS JOIN LATERAL (
    SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l WHERE l.entry_id = e.id AND ${sqlPaysRecord}
  ) AS l
  WHERE e.booked_on BETWEEN ${first} AND ${last} AND e.record_kind = 'invoice' AND e.kind <> 'deferred' AND l.cents <> 0
    AND EXISTS (SELECT FROM invoice_changes WHERE invoice_id = e.record_id)
  UNION ALL
  SELECT NULL, id, booked_on, day, event, NULL, 'invoice', invoice_id, invoice_number, ${owedAccount}, NULL, owed_cents
  FROM invoice_changes WHERE booked_on BETWEEN ${first} AND ${last} AND owed_cents <> 0`;

/**
 * What `matches` have of movements between own accounts, so that a payout is neither earned nor spent. An entry can have a
 * fee beside it. Payments, most of the entries, come from outside.
 */
export const betweenAccounts = sql`
  SELECT coalesce(sum(least(o.cents, m.came)), 0)::bigint AS "betweenInCents",
    coalesce(sum(least(o.cents, m.went)), 0)::bigint AS "betweenOutCents"
  FROM (
    SELECT entry_id, least(sum(greatest(cents, 0)), sum(greatest(-cents, 0))) AS cents FROM ledger_lines
    WHERE account IN ${sqlOwnKinds}
      AND entry_id IN (SELECT entry FROM matches WHERE what NOT IN ('received', 'opening')) GROUP BY 1
  ) AS o JOIN (
    SELECT entry, sum(greatest(cents, 0)) AS came, sum(greatest(-cents, 0)) AS went FROM matches
    WHERE account IN ${sqlOwnKinds} GROUP BY 1
  ) AS m ON m.entry = o.entry_id`;

/** The money of an entry, and its payment, as the figures of the month read them. */
const moneyOfEntry = sql`
  FROM (SELECT m.entry AS id, m.what AS kind, m.source_id) AS e
  CROSS JOIN LATERAL (
    SELECT ${sqlMoneyAccount(sql`min(account)`)} AS money_account, coalesce(sum(cents), 0) AS money
    FROM ledger_lines WHERE entry_id = e.id AND account IN ${sqlMoneyKinds}
  ) AS l
  LEFT JOIN bank_matches AS t ON t.id = e.source_id
  LEFT JOIN payments AS p ON p.id = coalesce(t.payment_id, e.source_id)
  LEFT JOIN credit_uses AS u ON u.id = e.source_id`;
const methodOf = (method: RawBuilder<unknown>) =>
  sql`SELECT CASE WHEN ${sqlIsFromCredit} THEN ${fromCredits} ELSE ${method} END`;
const method = methodOf(sqlMethodOfEntry);
const shownMethod = methodOf(
  sql`CASE WHEN m.booked_on < c.open_from THEN ${sqlLastingMethod} ELSE ${sqlMethodOfEntry} END`,
);
/** Of a row `m`, for filters. */
export const sqlMethod = sql<string>`(${method} ${moneyOfEntry})`;

/** In which the search box finds its words: of the record, of the bank line, and the number of the document. */
export const sqlText = sql<string>`concat_ws(' ',
  (SELECT search_text FROM invoices WHERE id = m.record_id AND m.record_kind = 'invoice'),
  (SELECT search_text FROM donations WHERE id = m.record_id AND m.record_kind = 'donation'),
  (SELECT fold(payer_name) FROM payments WHERE id = m.source_id),
  (SELECT string_agg(b.search_text, ' ') FROM bank_matches AS t JOIN bank_lines AS b ON b.id = t.line_id
    WHERE m.source_id IN (t.id, t.payment_id, t.credit_use_id)),
  (SELECT search_text FROM bank_lines WHERE id = m.source_id),
  lpad(m.record_number::text, 5, '0'), to_char(abs(m.cents) / 100.0, 'FM999999990.00'))`;

/** The line of a payment or of the use of a credit: the one of then, otherwise one that was taken back. */
const lineOf = (id: 'payment_id' | 'credit_use_id', rows: RawBuilder<unknown>, at: Date) => sql`(
  SELECT DISTINCT ON (${sql.ref(id)}) ${sql.ref(id)} AS id, line_id FROM bank_matches
  WHERE ${sql.ref(id)} IN (SELECT source_id FROM ${rows}) AND recorded_at <= ${at}
  ORDER BY ${sql.ref(id)}, coalesce(reversed_at <= ${at}, false), reversed_at, id)`;

/**
 * Joined for the rows that are shown only, `rows` is a common table expression. Bank lines are those that were matched at
 * this time. Each join is of sets, because a file has the rows of a year.
 */
export const detailsOf = (rows: RawBuilder<unknown>, at: Date) => sql`
  SELECT m.*, concat_ws('-', coalesce(m.entry::text, 'c' || m.change_id, m.booked_on::text), m.account, m.of_id) AS key, m.booked_on AS "bookedOn",
    m.record_kind AS "recordKind", m.record_number AS "recordNumber", coalesce(i.id, d.id) AS "recordId",
    coalesce(p.payer_name, nullif(trim(concat(i.payer_first_name, ' ', i.payer_last_name)), ''),
      nullif(trim(concat(d.first_name, ' ', d.last_name)), ''), '') AS person,
    coalesce(a.bank || ' ' || a.number, y.name) AS name,
    CASE WHEN m.what = ANY (${[...paymentKinds]}) THEN (${shownMethod}
      FROM (SELECT m.entry AS id, m.what AS kind, m.source_id) AS e
      CROSS JOIN LATERAL (SELECT ${sqlMoneyAccount(sql`n.account`)} AS money_account) AS l, (SELECT q.method, q.source) AS p,
        (SELECT w.refunded_by) AS u) END AS method,
    b.id AS "bankLineId", concat_ws(' ', b.text, b.reference) AS "bankLine"
  FROM ${rows} AS m
  CROSS JOIN (SELECT (last_closed_month() + interval '1 month')::date AS open_from) AS c
  LEFT JOIN bank_matches AS t ON t.id = m.source_id
  LEFT JOIN credit_uses AS u ON u.id = coalesce(t.credit_use_id, m.source_id)
  LEFT JOIN payments AS p ON p.id = coalesce(t.payment_id, u.payment_id, m.source_id)
  LEFT JOIN invoices AS i ON m.record_kind = 'invoice' AND i.id = m.record_id
  LEFT JOIN donations AS d ON m.record_kind = 'donation' AND d.id = m.record_id
  LEFT JOIN payments AS q ON q.id = coalesce(t.payment_id, m.source_id)
  LEFT JOIN credit_uses AS w ON w.id = m.source_id
  LEFT JOIN (
    SELECT entry_id, min(account) AS account FROM ledger_lines
    WHERE account IN ${sqlMoneyKinds} AND entry_id IN (SELECT entry FROM ${rows}) GROUP BY 1
  ) AS n ON n.entry_id = m.entry
  LEFT JOIN ${lineOf('payment_id', rows, at)} AS lp ON lp.id = m.source_id
  LEFT JOIN ${lineOf('credit_use_id', rows, at)} AS lu ON lu.id = m.source_id
  LEFT JOIN bank_lines AS b ON b.id = coalesce(t.line_id, lp.line_id, lu.line_id, m.source_id)
  LEFT JOIN bank_accounts AS a ON m.account = 'bank' AND (a.id = m.of_id OR m.of_id IS NULL AND a.takes_eft)
  LEFT JOIN member_types AS y ON y.id = m.of_id`;
