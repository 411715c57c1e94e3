import { sql } from 'kysely';
import { mostFeePercent } from '#contract/bank-matching/parts.ts';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { daysBesides } from './world.ts';

/** A bank takes a payment back within some weeks. */
const daysBack = 40;
/** Rows of one kind for a line. */
export const most = 5;

/** More, because those that name other records do not count. */
const mostOut = 20;

/** A line whose amount and day are looked for. */
export interface Query {
  place: number;
  accountId: string;
  cents: number;
  day: Day;
  /** Of the numbers in its text. Their payments come before others. */
  recordIds?: readonly string[];
}

export const queriesOf = (queries: readonly Query[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(queries)}::jsonb)
    AS q (place integer, "accountId" uuid, cents integer, day date, "recordIds" uuid[])`;

/** The payment `p` is of one of the records. */
const isNamed = sql`coalesce(p.invoice_id, p.donation_id) = ANY (q."recordIds") IS TRUE`;

/** A payment with its record, or with the name of who sent it. */
interface PaymentRow {
  place: number;
  id: string;
  amountCents: number;
  paidOn: Day;
  bankReference: string;
  recordId: string | null;
  payerName: string;
}

const paymentColumns = sql`p.id, p.amount_cents AS "amountCents", p.paid_on AS "paidOn",
  coalesce(p.bank_reference, '') AS "bankReference",
  coalesce(p.invoice_id, p.donation_id) AS "recordId", coalesce(p.payer_name, '') AS "payerName"`;

/** No line is matched as the one that brought the payment `p`. */
export const isUnmatched = sql`NOT EXISTS (
  SELECT FROM bank_matches AS m WHERE m.payment_id = p.id AND m.reversed_at IS NULL AND m.kind <> 'reversal')`;

/** The money of the payment `p` is here, or it came with the line or before and went back. */
const hasCome = sql`(p.reversed_at IS NULL OR p.returned_on >= q.day OR EXISTS (
  SELECT FROM bank_matches AS r WHERE r.payment_id = p.id AND r.reversed_at IS NULL AND r.kind = 'reversal'))`;

/** Methods whose money comes to the bank from a service, which can keep a fee. */
const keepsFee = sql`p.method IN ('World Remit', 'Wise', 'Pay Pal', 'Card Machine', 'SnapScan', 'Other')`;

const isNear = sql`p.paid_on BETWEEN q.day - ${sql.lit(daysBesides)} AND q.day + ${sql.lit(daysBesides)}`;

/** Payments that were recorded by hand and that no line is matched with. Card money does not come one by one. */
export async function paymentsByHand(db: Db, queries: readonly Query[]): Promise<PaymentRow[]> {
  if (queries.length === 0) return [];
  const { rows } = await sql<PaymentRow>`
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT ${paymentColumns} FROM (
        SELECT * FROM payments AS p
        WHERE p.source = 'administrator' AND p.amount_cents = q.cents AND ${isNear} AND p.method <> 'Credit Card'
        UNION ALL
        SELECT * FROM payments AS p
        WHERE p.source = 'administrator' AND ${keepsFee} AND ${isNear} AND p.amount_cents > q.cents
          AND p.amount_cents * ${sql.lit(100 - mostFeePercent)}::bigint <= q.cents * 100::bigint
      ) AS p
      WHERE ${hasCome} AND ${isUnmatched}
      ORDER BY p.amount_cents <> q.cents, abs(p.paid_on - q.day), p.id LIMIT ${sql.lit(most)}) AS r`.execute(
    db,
  );
  return rows;
}

/** The line `b` has the amount and came before. */
const isBefore = sql`b.account_id = q."accountId" AND b.amount_cents = q.cents
  AND b.day BETWEEN q.day - ${sql.lit(daysBack)} AND q.day AND b.booked_cents > 0`;

export interface EarlierRow extends PaymentRow {
  /** Null for a payment that was recorded by hand, and has no line or one of another amount. */
  lineId: string | null;
  /** What a service kept of it. The line that takes it back has the payment less what comes back of this. */
  feeCents: number;
  day: Day;
  text: string;
  reference: string;
}

/** Payments that a line of money out may take back: of a line with its amount, or recorded by hand. */
export async function earlierPayments(db: Db, queries: readonly Query[]): Promise<EarlierRow[]> {
  if (queries.length === 0) return [];
  const { rows } = await sql<EarlierRow>`
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT l.id AS "lineId", l.day, l.text, l.reference, m.fee_cents AS "feeCents", ${paymentColumns} FROM (
        (SELECT b.id, b.day, b.text, b.reference FROM bank_lines AS b WHERE ${isBefore}
          ORDER BY b.day DESC LIMIT ${sql.lit(most)})
        UNION
        (SELECT b.id, b.day, b.text, b.reference
          FROM (SELECT id FROM payments WHERE invoice_id = ANY (q."recordIds")
            UNION ALL SELECT id FROM payments WHERE donation_id = ANY (q."recordIds")) AS p
          JOIN bank_matches AS m ON m.payment_id = p.id AND m.reversed_at IS NULL
          JOIN bank_lines AS b ON b.id = m.line_id WHERE ${isBefore}
          ORDER BY b.day DESC LIMIT ${sql.lit(most)})) AS l
      JOIN bank_matches AS m ON m.line_id = l.id AND m.reversed_at IS NULL
      JOIN payments AS p ON p.id = m.payment_id AND p.reversed_at IS NULL) AS r
    UNION ALL
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT NULL::uuid, p.paid_on, coalesce(p.bank_reference, ''), '', 0, ${paymentColumns}
      FROM payments AS p
      WHERE p.source = 'administrator' AND p.reversed_at IS NULL AND p.amount_cents = q.cents
        AND p.paid_on BETWEEN q.day - ${sql.lit(daysBack)} AND q.day
        AND p.method <> 'Credit Card' AND NOT EXISTS (
          SELECT FROM bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id
          WHERE m.payment_id = p.id AND m.reversed_at IS NULL AND b.amount_cents = q.cents)
      ORDER BY ${isNamed} DESC, p.paid_on DESC, p.id LIMIT ${sql.lit(most)}) AS r`.execute(db);
  return rows;
}

/** Payments whose return was recorded with its day, and has no line yet. For lines of money out. */
export async function returnedPayments(db: Db, queries: readonly Query[]): Promise<EarlierRow[]> {
  if (queries.length === 0) return [];
  const { rows } = await sql<EarlierRow>`
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT NULL::uuid AS "lineId", p.paid_on AS day, coalesce(p.bank_reference, '') AS text, '' AS reference,
        0 AS "feeCents", ${paymentColumns}
      FROM payments AS p
      WHERE p.source IN ('administrator', 'bank') AND p.amount_cents = q.cents
        AND p.returned_on BETWEEN q.day - ${sql.lit(daysBesides)} AND q.day + ${sql.lit(daysBesides)}
        AND NOT EXISTS (SELECT FROM bank_matches AS r
          WHERE r.payment_id = p.id AND r.kind = 'reversal' AND r.reversed_at IS NULL)
      ORDER BY ${isNamed} DESC, abs(p.returned_on - q.day), p.id LIMIT ${sql.lit(most)}) AS r`.execute(
    db,
  );
  return rows;
}

export interface OppositeRow {
  place: number;
  day: Day;
  text: string;
  reference: string;
}

/** Open money out of the days after, or money in of the days before: the bank may have taken back what came. */
export async function openOpposites(
  db: Db,
  way: 'in' | 'out',
  queries: readonly Query[],
): Promise<OppositeRow[]> {
  if (queries.length === 0) return [];
  const [from, to] = way === 'out' ? [0, daysBack] : [-daysBack, 0];
  const { rows } = await sql<OppositeRow>`
    SELECT q.place, r.* FROM ${queriesOf(queries)}, LATERAL (
      SELECT b.day, b.text, b.reference FROM bank_lines AS b
      WHERE b.account_id = q."accountId" AND b.amount_cents = ${sql.lit(way === 'out' ? -1 : 1)} * q.cents
        AND b.day BETWEEN q.day + ${sql.lit(from)} AND q.day + ${sql.lit(to)} AND b.state = 'open'
      ORDER BY b.day, b.id LIMIT ${sql.lit(mostOut)}) AS r`.execute(db);
  return rows;
}
