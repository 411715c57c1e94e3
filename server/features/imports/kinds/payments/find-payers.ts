import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PaymentRow } from './read-payment-row.ts';

/** A member who can be a payer. */
export interface PayingMember {
  id: string;
  number: number | null;
  firstName: string;
  lastName: string;
  email: string;
  postalAddress: string;
}

/** An invoice that is there already. */
export interface StoredInvoice {
  id: string;
  number: number;
  memberId: string | null;
  email: string;
  amountCents: number;
  isVoid: boolean;
  isWrittenOff: boolean;
  /** Null: it is not paid. */
  paidOn: Day | null;
}

/** The members and invoices that the rows name. */
export interface Known {
  byNumber: Map<number, PayingMember>;
  byEmail: Map<string, PayingMember>;
  invoices: Map<number, StoredInvoice>;
}

export async function findKnown(db: Db, rows: PaymentRow[]): Promise<Known> {
  const numbers = rows.flatMap(({ memberNumber }) => memberNumber ?? []);
  const emails = rows.map(({ email }) => email).filter((email) => email !== '');
  const invoiceNumbers = rows.flatMap(({ invoiceNumber }) => invoiceNumber ?? []);
  const members = await readMembers(db, numbers, emails);
  const invoices = await readInvoices(db, sql`i.number = ANY(${invoiceNumbers}::integer[])`);
  return {
    byNumber: new Map(members.flatMap((one) => (one.number === null ? [] : [[one.number, one]]))),
    byEmail: new Map(members.map((one) => [one.email, one])),
    invoices: new Map(invoices.map((one) => [one.number, one])),
  };
}

async function readMembers(db: Db, numbers: number[], emails: string[]): Promise<PayingMember[]> {
  // One index for each part.
  const { rows } = await sql<PayingMember>`
    SELECT m.id, m.number, m.first_name AS "firstName", m.last_name AS "lastName", u.email,
      m.postal_address AS "postalAddress"
    FROM members AS m JOIN users AS u ON u.id = m.user_id
    WHERE m.id IN (SELECT id FROM members WHERE number = ANY(${numbers}::integer[])
      UNION SELECT m.id FROM users AS u JOIN members AS m ON m.user_id = u.id
        WHERE u.email = ANY(${emails}::text[]) AND u.removed_at IS NULL)`.execute(db);
  return rows;
}

/** The paid invoices of these payers. */
export function readPaidInvoices(
  db: Db,
  payers: { memberId: string | null; email: string }[],
): Promise<StoredInvoice[]> {
  const memberIds = payers.flatMap(({ memberId }) => memberId ?? []);
  const emails = payers.map(({ email }) => email);
  return readInvoices(
    db,
    sql`i.payment_id IS NOT NULL AND i.id IN (
      SELECT id FROM invoices WHERE member_id = ANY(${memberIds}::uuid[])
      UNION SELECT id FROM invoices WHERE payer_email_folded = ANY(
        SELECT fold(email) FROM unnest(${emails}::text[]) AS e (email)))`,
  );
}

async function readInvoices(db: Db, condition: RawBuilder<unknown>): Promise<StoredInvoice[]> {
  const { rows } = await sql<StoredInvoice>`
    SELECT i.id, i.number, i.member_id AS "memberId", i.payer_email AS email,
      i.amount_cents AS "amountCents", i.voided_at IS NOT NULL AS "isVoid",
      i.write_off_id IS NOT NULL AS "isWrittenOff", p.paid_on AS "paidOn"
    FROM invoices AS i LEFT JOIN payments AS p ON p.id = i.payment_id WHERE ${condition}`.execute(
    db,
  );
  return rows;
}
