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

/** Open lines, and those that were booked after the day. */
async function readNotBooked(db: Db, of: string | null, { bankAccountId, to, withFees }: Asked) {
  const { rows } = await sql<{ day: Day; cents: number }>`
    WITH later AS MATERIALIZED (SELECT DISTINCT source_id FROM ledger_entries WHERE booked_on > ${to}), candidate AS (
      SELECT id FROM bank_lines WHERE account_id = ${bankAccountId} AND state = 'open' AND day <= ${to}
      UNION
      SELECT l.id FROM bank_lines AS l JOIN later ON later.source_id = l.id
      WHERE l.account_id = ${bankAccountId} AND l.day <= ${to}
      UNION
      SELECT l.id FROM bank_lines AS l JOIN bank_matches AS m ON m.line_id = l.id
      WHERE l.account_id = ${bankAccountId} AND l.day <= ${to} AND (m.id IN (SELECT source_id FROM later)
        OR m.payment_id IN (SELECT source_id FROM later) OR m.credit_use_id IN (SELECT source_id FROM later))
    )
    SELECT day, (cents - booked)::bigint AS cents FROM (
      SELECT l.day, l.amount_cents + CASE WHEN ${withFees} THEN l.fee_cents ELSE 0 END AS cents, (
        SELECT coalesce(sum(p.cents), 0) FROM (
          SELECT l.id AS source_id, NULL::boolean AS is_return
          UNION ALL SELECT id, NULL FROM bank_matches WHERE line_id = l.id
          UNION ALL
          SELECT coalesce(m.payment_id, m.credit_use_id), m.kind = 'reversal'
          FROM bank_matches AS m LEFT JOIN payments AS q ON q.id = m.payment_id
          WHERE m.line_id = l.id AND (m.kind <> 'reversal' OR q.returned_on IS NOT NULL)
            -- A payment that the line made is of this line also if it was undone since: its entries say until when.
            AND (m.reversed_at IS NULL OR q.source = 'bank' AND m.kind <> 'reversal')
        ) AS v
        JOIN ledger_entries AS e ON e.source_id = v.source_id AND e.booked_on <= ${to}
          AND coalesce((e.kind = 'returned') = v.is_return, true)
        JOIN ledger_lines AS p ON p.entry_id = e.id AND p.account = 'bank'
          AND p.of_id IS NOT DISTINCT FROM ${of}::uuid) AS booked
      FROM candidate AS c JOIN bank_lines AS l ON l.id = c.id
    ) AS lines WHERE cents <> booked ORDER BY day, cents`.execute(db);
  return rows.map((row) => ({ ...row, document: '' }));
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
  const isWaiting = sql`d > ${began}::date AND d <= ${to}::date`;
  const linesHere = sql`bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id AND b.account_id = ${bankAccountId}`;
  const moneyOf = sql`coalesce(m.payment_id, m.credit_use_id)`;
  const { rows } = await sql<{
    day: Day;
    cents: number;
    kind: 'invoice' | 'donation' | null;
    number: number | null;
  }>`
    WITH posted AS MATERIALIZED (SELECT source_id FROM ledger_entries WHERE booked_on <= ${to}), later AS (
      SELECT ${moneyOf} AS id, m.kind = 'reversal' AS is_return FROM ${linesHere}
      WHERE b.day > ${to} AND m.reversed_at IS NULL AND m.kind IN ('recorded', 'refund', 'reversal')
        AND (${moneyOf} IN (SELECT source_id FROM posted) OR m.id IN (SELECT source_id FROM posted))
    ), confirmed AS MATERIALIZED (
      SELECT ${moneyOf} AS id, m.kind = 'reversal' AS is_return FROM ${linesHere}
      WHERE b.day <= ${to} AND m.reversed_at IS NULL AND ${moneyOf} IS NOT NULL
    ), moved (id, is_return) AS (
      SELECT e.source_id, false FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE ${of === null} AND l.account = 'bank' AND l.of_id IS NULL
        AND e.booked_on > ${began} AND e.booked_on <= ${to} AND e.day > ${began}
        AND (e.source_id IN (SELECT id FROM payments WHERE source = 'administrator' AND NOT reported_elsewhere)
          OR e.source_id IN (SELECT id FROM credit_uses WHERE kind = 'refund'))
      UNION
      SELECT id, true FROM (SELECT id, returned_on AS d FROM payments WHERE returned_on IS NOT NULL) AS s
      WHERE ${of === null} AND ${isWaiting}
      UNION SELECT id, is_return FROM later
    ), waiting AS MATERIALIZED (
      SELECT * FROM moved AS s WHERE NOT EXISTS (
        SELECT FROM confirmed WHERE id = s.id AND is_return = s.is_return)
    )
    SELECT e.day, sum(l.cents)::bigint AS cents, min(e.record_kind) AS kind, min(e.record_number) AS number
    FROM waiting AS s
    CROSS JOIN LATERAL (
      SELECT s.id AS source_id, s.is_return AS is_return
      UNION ALL
      SELECT m.id, NULL FROM bank_matches AS m LEFT JOIN payments AS p ON p.id = m.payment_id
      WHERE s.id IN (m.payment_id, m.credit_use_id) AND (m.kind = 'reversal') = s.is_return
        -- Without a day that was entered, a reversal is a movement of its own line.
        AND (NOT s.is_return OR p.returned_on IS NOT NULL)
    ) AS v
    JOIN ledger_entries AS e ON e.source_id = v.source_id AND e.booked_on <= ${to}
      AND coalesce((e.kind = 'returned') = v.is_return, true)
    JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'bank'
      AND l.of_id IS NOT DISTINCT FROM ${of}::uuid
    WHERE e.day > ${began} OR s.id IN (SELECT id FROM later)
    GROUP BY s.id, s.is_return, e.day HAVING sum(l.cents) <> 0 ORDER BY e.day, 3, 4`.execute(db);
  return rows.map(({ day, cents, kind, number }) => ({
    day,
    cents,
    document: documentOf(kind, number),
  }));
}
