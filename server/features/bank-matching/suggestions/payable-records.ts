import { sql, type RawBuilder } from 'kysely';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Payable, PayableKind } from '#server/features/payments/payable.ts';
import { mostAlike } from './world.ts';

/** The columns of a payable with its email in lower case, of invoices `i` and of donations `d`. */
const invoiceColumns = sql`'invoice' AS kind, i.id, i.number,
  i.payer_first_name AS "firstName", i.payer_last_name AS "lastName", i.member_id AS "memberId",
  lower(i.payer_email) AS email, i.amount_cents AS "amountCents",
  CASE WHEN i.is_open THEN i.amount_cents - i.paid_cents ELSE 0 END AS "balanceCents",
  CASE WHEN i.is_open THEN 'open' WHEN i.voided_at IS NOT NULL THEN 'void'
    WHEN i.write_off_id IS NOT NULL THEN 'writtenOff' ELSE 'paid' END AS state,
  (i.created_at AT TIME ZONE 'Africa/Johannesburg')::date AS "createdOn"`;
const donationColumns = sql`'donation' AS kind, d.id, d.number, d.first_name AS "firstName",
  d.last_name AS "lastName", NULL::uuid AS "memberId", lower(d.email) AS email,
  d.amount_cents AS "amountCents",
  CASE WHEN d.withdrawn_at IS NOT NULL THEN 0 ELSE d.amount_cents - d.paid_cents END AS "balanceCents",
  CASE WHEN d.payment_id IS NOT NULL THEN 'paid' WHEN d.withdrawn_at IS NOT NULL THEN 'void'
    ELSE 'open' END AS state,
  (d.created_at AT TIME ZONE 'Africa/Johannesburg')::date AS "createdOn"`;

const isOpenInvoice = whereOpen('i');
const isPending = sql<boolean>`d.payment_id IS NULL AND d.withdrawn_at IS NULL`;
const balance = sql`i.amount_cents - i.paid_cents`;

/** A record, and what it was looked for. */
export type Found<T> = Payable & T;

/** Erased people have one address together, by which nobody is known. */
function recordOf<T extends Payable>(row: T): T {
  return isErasedEmail(row.email) ? { ...row, email: '' } : row;
}

async function rowsOf<T>(db: Db, query: RawBuilder<unknown>): Promise<Found<T>[]> {
  const { rows } = await (query as RawBuilder<Found<T>>).execute(db);
  return rows.map((row) => recordOf(row));
}

export interface Numbers {
  invoices: readonly number[];
  donations: readonly number[];
}

export function recordsWithNumbers(db: Db, { invoices, donations }: Numbers): Promise<Payable[]> {
  if (invoices.length + donations.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT ${invoiceColumns} FROM invoices AS i WHERE i.number = ANY (${invoices}::integer[])
      UNION ALL
      SELECT ${donationColumns} FROM donations AS d WHERE d.number = ANY (${donations}::integer[])`,
  );
}

export function recordsWithIds(db: Db, ids: readonly string[]): Promise<Payable[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT ${invoiceColumns} FROM invoices AS i WHERE i.id = ANY (${ids}::uuid[])
      UNION ALL
      SELECT ${donationColumns} FROM donations AS d WHERE d.id = ANY (${ids}::uuid[])`,
  );
}

/** Open records with this balance, the oldest first. */
export function recordsWithBalance(
  db: Db,
  amounts: readonly number[],
): Promise<Found<{ cents: number }>[]> {
  if (amounts.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT a.cents, r.* FROM unnest(${amounts}::integer[]) AS a (cents), LATERAL (
        (SELECT ${invoiceColumns} FROM invoices AS i WHERE ${isOpenInvoice} AND ${balance} = a.cents
          ORDER BY i.created_at, i.id LIMIT ${sql.lit(mostAlike)})
        UNION ALL
        (SELECT ${donationColumns} FROM donations AS d WHERE ${isPending} AND d.amount_cents = a.cents
          ORDER BY d.created_at, d.id LIMIT ${sql.lit(mostAlike)})) AS r`,
  );
}

export interface NameQuery {
  place: number;
  cents: number;
  /** The key of a surname, or the beginning of one. */
  key: string;
  isCut: boolean;
}

/** Open records whose payer has the surname; those with the amount first. */
export function recordsWithName(
  db: Db,
  names: readonly NameQuery[],
): Promise<Found<{ place: number }>[]> {
  if (names.length === 0) return Promise.resolve([]);
  // A blank is before and a brace behind all letters and digits, of which keys consist.
  const wanted = names.map(({ place, cents, key, isCut }) => ({
    place,
    cents,
    low: key,
    high: `${key}${isCut ? '{' : ' '}`,
  }));
  const within = (key: RawBuilder<unknown>) => sql`${key} ~>=~ n.low AND ${key} ~<~ n.high`;
  return rowsOf(
    db,
    sql`SELECT n.place, r.* FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        AS n (place integer, cents integer, low text, high text), LATERAL (
        (SELECT ${invoiceColumns} FROM invoices AS i
          WHERE ${isOpenInvoice} AND ${within(sql`text_key(i.payer_last_name)`)}
          ORDER BY ${balance} <> n.cents, i.created_at, i.id LIMIT ${sql.lit(mostAlike)})
        UNION ALL
        (SELECT ${donationColumns} FROM donations AS d
          WHERE ${isPending} AND ${within(sql`text_key(d.last_name)`)}
          ORDER BY d.amount_cents <> n.cents, d.created_at, d.id LIMIT ${sql.lit(mostAlike)})) AS r`,
  );
}

export interface CutQuery {
  place: number;
  cents: number;
  kind: PayableKind;
  from: number;
  to: number;
}

/** Open records with the balance and a number in the range. */
export function recordsWithin(
  db: Db,
  ranges: readonly CutQuery[],
): Promise<Found<{ place: number }>[]> {
  if (ranges.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT c.place, r.* FROM jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
        AS c (place integer, cents integer, kind text, "from" integer, "to" integer), LATERAL (
        (SELECT ${invoiceColumns} FROM invoices AS i
          WHERE c.kind = 'invoice' AND ${isOpenInvoice} AND ${balance} = c.cents
            AND i.number BETWEEN c."from" AND c."to"
          ORDER BY i.number LIMIT ${sql.lit(mostAlike)})
        UNION ALL
        (SELECT ${donationColumns} FROM donations AS d
          WHERE c.kind = 'donation' AND ${isPending} AND d.amount_cents = c.cents
            AND d.number BETWEEN c."from" AND c."to"
          ORDER BY d.number LIMIT ${sql.lit(mostAlike)})) AS r`,
  );
}

/** What members with these numbers have open. */
export function invoicesOfMembers(
  db: Db,
  numbers: readonly number[],
): Promise<Found<{ memberNumber: number }>[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT m.number AS "memberNumber", r.* FROM members AS m, LATERAL (
        SELECT ${invoiceColumns} FROM invoices AS i
        WHERE i.member_id = m.id AND ${isOpenInvoice} ORDER BY i.created_at LIMIT 5) AS r
      WHERE m.number = ANY (${numbers}::integer[])`,
  );
}

/** What these people have open. */
export function recordsOfPeople(
  db: Db,
  { memberIds, emails }: { memberIds: readonly string[]; emails: readonly string[] },
): Promise<Payable[]> {
  if (memberIds.length + emails.length === 0) return Promise.resolve([]);
  return rowsOf(
    db,
    sql`SELECT r.* FROM unnest(${memberIds}::uuid[]) AS m (id), LATERAL (
        SELECT ${invoiceColumns} FROM invoices AS i
        WHERE i.member_id = m.id AND ${isOpenInvoice} ORDER BY i.created_at LIMIT 5) AS r
      UNION ALL
      SELECT r.* FROM unnest(${emails}::text[]) AS e (email), LATERAL (
        SELECT ${invoiceColumns} FROM invoices AS i
        WHERE i.payer_email_folded = fold(e.email) AND lower(i.payer_email) = e.email
          AND ${isOpenInvoice} ORDER BY i.created_at LIMIT 5) AS r
      UNION ALL
      SELECT r.* FROM unnest(${emails}::text[]) AS e (email), LATERAL (
        SELECT ${donationColumns} FROM donations AS d
        WHERE d.email_folded = fold(e.email) AND lower(d.email) = e.email
          AND ${isPending} ORDER BY d.created_at LIMIT 5) AS r`,
  );
}
