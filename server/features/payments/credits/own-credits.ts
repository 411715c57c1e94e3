import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { carryLocked } from './carry-credit.ts';
import { hasMoney } from './money-of-credit.ts';

/**
 * Pays an open invoice of a locked member from the credits of the member's own invoices, the oldest money first.
 * Not from donations, and not from money that only has the member's name. product-rules 6.37.
 */
export async function carryOwnCredits(
  ctx: Context,
  memberId: string,
  invoiceId: string,
): Promise<void> {
  const credits = await ownCredits(ctx.db, memberId).forUpdate('p').execute();
  for (const { id } of credits.toSorted(oldestFirst)) {
    if (!(await carryLocked(ctx, id, invoiceId))) return;
  }
}

function oldestFirst(
  one: { id: string; paid_on: string },
  other: { id: string; paid_on: string },
): number {
  return `${one.paid_on} ${one.id}` < `${other.paid_on} ${other.id}` ? -1 : 1;
}

/** The credits of each member's own invoices, in cents. */
export function creditsByMember(db: Db) {
  return db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .where('p.credit_cents', '>', 0)
    .where(hasMoney)
    .groupBy('i.member_id')
    .select(['i.member_id as memberId', sql<number>`sum(p.credit_cents)::integer`.as('cents')]);
}

/** Those of these members whose own invoices have credits. */
export async function membersWithCredits(db: Db, memberIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('payments as p', 'p.invoice_id', 'i.id')
    .where('p.credit_cents', '>', 0)
    .where(hasMoney)
    .where('i.member_id', 'in', memberIds)
    .select('i.member_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ member_id }) => member_id ?? ''));
}

/** The credits of the member's own invoices, in the order in which they are carried. */
export async function readOwnCredits(
  db: Db,
  memberId: string,
): Promise<{ id: string; cents: number; paid_on: Day }[]> {
  const credits = await ownCredits(db, memberId).execute();
  return credits.toSorted(oldestFirst);
}

function ownCredits(db: Db, memberId: string) {
  return db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .where('i.member_id', '=', memberId)
    .where('p.credit_cents', '>', 0)
    .where(hasMoney)
    .orderBy('p.id')
    .select(['p.id', 'p.paid_on', 'p.credit_cents as cents']);
}

export function sumOf(credits: readonly { cents: number }[]): number {
  return credits.reduce((sum, { cents }) => sum + cents, 0);
}
