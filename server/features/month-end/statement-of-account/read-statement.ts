import { sql } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import type { MovementKind } from '#contract/month-end/cash-book.ts';
import {
  type StatementDays,
  statementTexts as texts,
} from '#contract/month-end/statement-of-account.ts';
import type { Context } from '#server/context.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import { notFound } from '#server/errors.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import { sqlPaymentEntryKinds, sqlPaysRecord } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { sqlCreditOf } from '../figures/read-balances.ts';
import { readCreditsByReference } from './credits-by-reference.ts';

export interface StatementRow {
  day: Day;
  what: MovementKind;
  /** "INV-00042". Empty: money that is not for an invoice. */
  document: string;
  /** Of an invoice that is issued. */
  line: string | null;
  /** What the person owes more. Less than nothing: what was paid. */
  cents: number;
}

interface Open {
  number: string;
  reference: string;
  cents: number;
}

interface Received {
  day: Day;
  document: string;
  cents: number;
}

export interface Statement {
  days: StatementDays;
  /** What was owed before the first day. Cents. */
  brought: number;
  name: string;
  address: string;
  /** Of a member, the first day first. Null: a donor has no account. */
  rows: StatementRow[] | null;
  /** What is still to pay, each with its payment reference. */
  open: Open[];
  donations: Received[];
}

export async function readMemberStatement(
  { db, at }: Pick<Context, 'db' | 'at'>,
  id: string,
  days: StatementDays = {},
): Promise<Statement> {
  const member = await db
    .selectFrom('members')
    .select(['first_name', 'last_name', 'email', 'postal_address', 'zip_code'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (member === undefined) throw notFound(texts.noMember);
  const all = await readRows(db, id);
  const before = all.filter(({ day }) => days.from !== undefined && day < days.from);
  return {
    name: `${member.first_name} ${member.last_name}`,
    address: `${member.postal_address}\n${member.zip_code}`,
    days,
    brought: before.reduce((sum, { cents }) => sum + cents, 0),
    rows: all.filter(isWithin(days)),
    // What is to pay now has no place in a statement of then.
    open: (days.to ?? dayOf(at)) < dayOf(at) ? [] : await readOpen(db, id),
    donations: (await readDonations(db, member.email)).filter(isWithin(days)),
  };
}

const isWithin =
  ({ from, to }: StatementDays) =>
  ({ day }: { day: Day }) =>
    (from === undefined || day >= from) && (to === undefined || day <= to);

export async function readDonorStatement(
  { db }: Pick<Context, 'db'>,
  id: string,
  days: StatementDays = {},
): Promise<Statement> {
  const donor = await db
    .selectFrom('donations')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (donor === undefined) throw notFound(texts.noDonor);
  return {
    name: `${donor.first_name} ${donor.last_name}`,
    address: '',
    days,
    brought: 0,
    rows: null,
    open: [],
    donations: (await readDonations(db, donor.email)).filter(isWithin(days)),
  };
}

/**
 * Changes of the invoices, and what entries moved on what is owed for them or on the credits of their payments, and of money that came with their reference. The
 * sum is what the member owes less the credits: the rows of "Owed and Credits".
 */
async function readRows(db: Db, memberId: string): Promise<StatementRow[]> {
  const credits = await readCreditsByReference(db, memberId);
  const { rows } = await sql<Read>`
    WITH RECURSIVE own AS MATERIALIZED (SELECT id, line FROM invoices WHERE member_id = ${memberId}),
    here AS (SELECT id, line FROM own WHERE EXISTS (SELECT FROM invoice_changes WHERE invoice_id = own.id)),
    paid AS MATERIALIZED (
      SELECT id FROM payments WHERE invoice_id IN (SELECT id FROM own) UNION SELECT unnest(${credits}::uuid[])
    ),
    -- Also what became of a credit after it was carried: it is of this one if that is undone.
    uses AS (
      SELECT id, carried_to FROM credit_uses WHERE payment_id IN (SELECT id FROM paid)
      UNION SELECT c.id, c.carried_to FROM uses JOIN credit_uses AS c ON c.payment_id = uses.carried_to
    ),
    sources AS MATERIALIZED (
      SELECT id FROM paid UNION SELECT id FROM uses
      UNION SELECT carried_to FROM uses WHERE carried_to IS NOT NULL
      UNION SELECT id FROM bank_matches WHERE payment_id IN (SELECT id FROM paid)
      UNION SELECT id FROM bank_matches WHERE credit_use_id IN (SELECT id FROM uses)
    ),
    entries AS MATERIALIZED (
      SELECT * FROM ledger_entries WHERE record_id IN (SELECT id FROM own) AND kind IN ${sqlPaymentEntryKinds}
      UNION
      SELECT * FROM ledger_entries WHERE source_id IN (SELECT id FROM sources) AND kind IN ${sqlPaymentEntryKinds}
    )
    SELECT day, what, kind, number, line, cents FROM (
      SELECT c.day, c.event AS what, 'invoice' AS kind, c.invoice_number AS number,
        CASE c.event WHEN 'issued' THEN here.line END AS line, c.owed_cents AS cents, 0 AS entry, c.id AS place
      FROM invoice_changes AS c JOIN here ON here.id = c.invoice_id
      UNION ALL
      -- A mistake that was undone or corrected is one movement, or none.
      SELECT (array_agg(e.day ORDER BY e.kind = 'carried', e.id DESC) FILTER (WHERE e.kind <> 'undone'))[1],
        max(e.kind) FILTER (WHERE e.kind <> 'undone'),
        max(e.record_kind), max(e.record_number), NULL, sum(l.cents)::bigint, 1, min(e.id)
      -- OFFSET 0: the planner expects many rows of a recursion, and would read the whole ledger.
      FROM entries AS e CROSS JOIN LATERAL (
        SELECT account, cents FROM ledger_lines WHERE entry_id = e.id OFFSET 0
      ) AS l
      WHERE ${sqlPaysRecord} AND e.record_id IN (SELECT id FROM here)
        OR l.account = 'credits' AND ${sqlCreditOf} IN (SELECT id FROM paid)
      GROUP BY CASE WHEN e.kind IN ('received', 'carried', 'undone') THEN e.source_id::text ELSE e.id::text END
    ) AS rows WHERE cents <> 0
    ORDER BY day, entry, place`.execute(db);
  return rows.map(({ kind, number, ...row }) => ({ ...row, document: documentOf(kind, number) }));
}

interface Read extends Omit<StatementRow, 'document'> {
  kind: 'invoice' | 'donation' | null;
  number: number | null;
}

async function readOpen(db: Db, memberId: string): Promise<Open[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['number', sql<number>`amount_cents - paid_cents`.as('cents')])
    .where('member_id', '=', memberId)
    .where('reported_elsewhere', '=', false)
    .where(whereOpen('invoices'))
    .orderBy('number')
    .execute();
  return rows.map(({ number, cents }) => ({
    number: invoiceNumber(number),
    reference: paymentReference('INV', number),
    cents,
  }));
}

/** Received, also those that were reported elsewhere. Erased people share nothing. */
async function readDonations(db: Db, email: string): Promise<Received[]> {
  if (isErasedEmail(email)) return [];
  const rows = await db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(['p.paid_on as day', 'd.number', 'd.paid_cents as cents'])
    .where(sql<boolean>`d.email_folded = fold(${email})`)
    .orderBy('p.paid_on')
    .orderBy('d.number')
    .execute();
  return rows.map(({ number, ...row }) => ({ ...row, document: documentOf('donation', number) }));
}
