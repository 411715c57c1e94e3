import { sql, type RawBuilder } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { carryLocked } from './carry-credit.ts';

/**
 * Pays a new invoice of a locked member from the credits of the member's own invoices, the oldest money first.
 * Not from donations, and not from money that only has the member's name. product-rules 6.37.
 */
export async function carryOwnCredits(
  ctx: Context,
  memberId: string,
  invoiceId: string,
): Promise<void> {
  const credits = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .where('i.member_id', '=', memberId)
    .where('p.credit_cents', '>', 0)
    .orderBy('p.id')
    .select(['p.id', 'p.paid_on'])
    .forUpdate('p')
    .execute();
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

/** The credits of the own invoices of the member that the SQL names, in cents. */
export function ownCreditCents(member: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(SELECT coalesce(sum(own.credit_cents), 0)::integer
    FROM invoices AS mine JOIN payments AS own ON own.invoice_id = mine.id
    WHERE mine.member_id = ${member} AND own.credit_cents > 0)`;
}

/** Those of these members whose own invoices have credits. */
export async function membersWithCredits(db: Db, memberIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('payments as p', 'p.invoice_id', 'i.id')
    .where('p.credit_cents', '>', 0)
    .where('i.member_id', 'in', memberIds)
    .select('i.member_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ member_id }) => member_id ?? ''));
}

export async function readOwnCredits(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{
    cents: number;
  }>`SELECT ${ownCreditCents(sql`${memberId}::uuid`)} AS cents`.execute(db);
  return rows[0]?.cents ?? 0;
}
