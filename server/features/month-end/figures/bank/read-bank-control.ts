import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** From the books to the statement. Cents. */
export interface BankControl {
  books: number;
  /** Lines of the statement that are not booked yet. */
  notBooked: ControlItem[];
  /** Recorded by hand, and not on the statement yet. */
  notOnStatement: ControlItem[];
}

export interface ControlItem {
  day: Day;
  cents: number;
  /** "INV-00042". Empty for lines of the bank and money without a record. */
  document: string;
}

interface Asked {
  bankAccountId: string;
  /** The day with whose end it began. */
  began: Day;
  /** The last day. */
  to: Day;
  /** Whether the balance of the bank has the fees of lines. */
  withFees: boolean;
}

/** What is between the ledger and the statement of an account on a day. Null: the balance with which it began is in a later month. */
export async function readBankControl(db: Db, asked: Asked): Promise<BankControl | null> {
  const account = await readAccount(db, asked);
  if (account === undefined) return null;
  const { of, books } = account;
  return {
    books,
    notBooked: await readNotBooked(db, of, asked),
    notOnStatement: await readNotOnStatement(db, of, asked),
  };
}

async function readAccount(db: Db, { bankAccountId, to }: Asked) {
  const { rows } = await sql<{ of: string | null; books: number }>`
    SELECT a.of, (
      SELECT coalesce(sum(l.cents), 0)::bigint FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'bank' AND l.of_id IS NOT DISTINCT FROM a.of AND e.booked_on <= ${to}) AS books
    FROM (
      SELECT id, CASE WHEN takes_eft THEN NULL ELSE id END AS of FROM bank_accounts WHERE id = ${bankAccountId}
    ) AS a
    CROSS JOIN LATERAL (SELECT min(booked_on) AS booked_on FROM ledger_entries WHERE source_id = a.id) AS o
    WHERE coalesce(o.booked_on <= ${to}, true)`.execute(db);
  return rows[0];
}

/** The planner expects one row of `IS NOT DISTINCT FROM`, and would read all entries of the account one by one. */
const ofAccount = (alias: string, of: string | null) =>
  of === null
    ? sql`${sql.ref(`${alias}.of_id`)} IS NULL`
    : sql`${sql.ref(`${alias}.of_id`)} = ${of}`;

/** Open lines, and those that were booked after the day. */
async function readNotBooked(db: Db, of: string | null, { bankAccountId, to, withFees }: Asked) {
  const { rows } = await sql<{ day: Day; cents: number }>`
    WITH later AS MATERIALIZED (SELECT DISTINCT source_id FROM ledger_entries WHERE booked_on > ${to}), maybe AS (
      SELECT source_id AS id FROM later
      UNION SELECT line_id FROM bank_matches WHERE id IN (SELECT source_id FROM later)
      UNION SELECT line_id FROM bank_matches WHERE payment_id IN (SELECT source_id FROM later)
      UNION SELECT line_id FROM bank_matches WHERE credit_use_id IN (SELECT source_id FROM later)
      UNION SELECT id FROM bank_lines WHERE account_id = ${bankAccountId} AND state = 'open' AND day <= ${to}
    ), candidate AS MATERIALIZED (
      SELECT l.id, l.day, l.amount_cents + CASE WHEN ${withFees} THEN l.fee_cents ELSE 0 END AS cents
      FROM maybe JOIN bank_lines AS l USING (id) WHERE l.account_id = ${bankAccountId} AND l.day <= ${to}
    ), source AS (
      SELECT id AS line_id, id AS source_id, NULL::boolean AS is_return FROM candidate
      UNION ALL SELECT m.line_id, m.id, NULL FROM candidate AS c JOIN bank_matches AS m ON m.line_id = c.id
      UNION ALL
      SELECT m.line_id, coalesce(m.payment_id, m.credit_use_id), m.kind = 'reversal'
      FROM candidate AS c JOIN bank_matches AS m ON m.line_id = c.id LEFT JOIN payments AS q ON q.id = m.payment_id
      WHERE (m.kind <> 'reversal' OR q.returned_on IS NOT NULL)
        -- A payment that the line made is of this line also if it was undone since: its entries say until when.
        AND (m.reversed_at IS NULL OR q.source = 'bank' AND m.kind <> 'reversal')
    ), booked AS (
      SELECT s.line_id, sum(p.cents) AS cents
      FROM source AS s JOIN ledger_entries AS e ON e.source_id = s.source_id AND e.booked_on <= ${to}
        AND coalesce((e.kind = 'returned') = s.is_return, true)
      JOIN ledger_lines AS p ON p.entry_id = e.id AND p.account = 'bank' AND ${ofAccount('p', of)}
      GROUP BY 1
    )
    SELECT c.day, (c.cents - coalesce(b.cents, 0))::bigint AS cents
    FROM candidate AS c LEFT JOIN booked AS b ON b.line_id = c.id
    WHERE c.cents <> coalesce(b.cents, 0) ORDER BY 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, document: '' }));
}

interface WaitingRow {
  day: Day;
  cents: number;
  kind: 'invoice' | 'donation' | null;
  number: number | null;
}

/**
 * Payments and refunds of credits that were in this account on the day and that no line of the bank has confirmed, and
 * money that went back without one. Each movement is what its entries have put into it up to the day: a payment can have
 * been corrected to another method or another day since. A payment in another account
 * comes to this one on its day, also if its line is later. Earlier ones are in the balance at the beginning. What was
 * reported elsewhere is here only with a line.
 */
async function readNotOnStatement(
  db: Db,
  of: string | null,
  { bankAccountId, began, to }: Asked,
): Promise<ControlItem[]> {
  const linesHere = sql`bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id AND b.account_id = ${bankAccountId}`;
  const confirmed = sql`${linesHere} WHERE b.day <= ${to} AND m.reversed_at IS NULL`;
  const moneyOf = sql`coalesce(m.payment_id, m.credit_use_id)`;
  const { rows } = await sql<WaitingRow>`
    WITH matched_later AS MATERIALIZED (
      SELECT m.id AS match_id, ${moneyOf} AS id, m.kind = 'reversal' AS is_return FROM ${linesHere}
      WHERE b.day > ${to} AND m.reversed_at IS NULL AND m.kind IN ('recorded', 'refund', 'reversal')
    ), later AS MATERIALIZED (
      SELECT m.id, m.is_return FROM matched_later AS m JOIN ledger_entries AS e ON e.source_id = m.id AND e.booked_on <= ${to}
      UNION
      SELECT m.id, m.is_return FROM matched_later AS m
      JOIN ledger_entries AS e ON e.source_id = m.match_id AND e.booked_on <= ${to}
    ), recorded AS MATERIALIZED (
      SELECT DISTINCT e.source_id AS id, e.kind FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE ${of === null} AND l.account = 'bank' AND l.of_id IS NULL
        AND e.booked_on > ${began} AND e.booked_on <= ${to} AND e.day > ${began}
        AND NOT EXISTS (SELECT FROM ${confirmed} AND m.payment_id = e.source_id AND m.kind <> 'reversal')
        AND NOT EXISTS (SELECT FROM ${confirmed} AND m.credit_use_id = e.source_id)
    ), waiting AS MATERIALIZED (
      SELECT id, false AS is_return FROM recorded AS r
      WHERE EXISTS (SELECT FROM payments WHERE id = r.id AND source = 'administrator' AND NOT reported_elsewhere)
        OR EXISTS (SELECT FROM credit_uses WHERE id = r.id AND kind = 'refund')
        -- The undo of an import deletes its payments. A closed month keeps what they posted.
        OR r.kind IN ('received', 'undone') AND NOT EXISTS (
          SELECT FROM payments WHERE id = r.id UNION ALL SELECT FROM credit_uses WHERE id = r.id
          UNION ALL SELECT FROM bank_lines WHERE id = r.id UNION ALL SELECT FROM bank_matches WHERE id = r.id
          UNION ALL SELECT FROM bank_accounts WHERE id = r.id)
      UNION
      SELECT id, true FROM payments AS p
      WHERE ${of === null} AND returned_on > ${began} AND returned_on <= ${to}
        AND NOT EXISTS (SELECT FROM ${confirmed} AND m.payment_id = p.id AND m.kind = 'reversal')
      -- It has no other line.
      UNION SELECT id, is_return FROM later
    ), source AS MATERIALIZED (
      SELECT id, is_return, id AS source_id, is_return AS has_returned FROM waiting
      UNION ALL
      SELECT s.id, s.is_return, m.id, NULL
      FROM waiting AS s CROSS JOIN LATERAL (
        SELECT * FROM bank_matches WHERE payment_id = s.id UNION SELECT * FROM bank_matches WHERE credit_use_id = s.id
      ) AS m JOIN bank_lines AS b ON b.id = m.line_id LEFT JOIN payments AS p ON p.id = m.payment_id
      WHERE (m.kind = 'reversal') = s.is_return
        -- What a match posted that was undone after the day is with its line.
        AND (m.reversed_at IS NULL OR b.account_id <> ${bankAccountId} OR b.day > ${to})
        -- Without a day that was entered, a reversal is a movement of its own line.
        AND (NOT s.is_return OR p.returned_on IS NOT NULL)
    )
    SELECT e.day, sum(e.cents)::bigint AS cents, min(e.record_kind) AS kind, min(e.record_number) AS number
    -- OFFSET 0: by the source. Otherwise all entries of the account are read for each of them.
    FROM source AS s CROSS JOIN LATERAL (
      SELECT e.day, l.cents, e.record_kind, e.record_number FROM ledger_entries AS e
      JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'bank' AND ${ofAccount('l', of)}
      WHERE e.source_id = s.source_id AND e.booked_on <= ${to} AND coalesce((e.kind = 'returned') = s.has_returned, true)
      OFFSET 0
    ) AS e
    WHERE e.day > ${began} OR s.id IN (SELECT id FROM later)
    GROUP BY s.id, s.is_return, e.day HAVING sum(e.cents) <> 0 ORDER BY e.day, 3, 4`.execute(db);
  return rows.map(({ day, cents, kind, number }) => ({
    day,
    cents,
    document: documentOf(kind, number),
  }));
}
