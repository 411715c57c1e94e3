import { sql, type RawBuilder } from 'kysely';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** An open invoice still has to be paid: it is neither paid nor void. */
export function isOpen({ isPaid, state }: Pick<Invoice, 'isPaid' | 'state'>): boolean {
  return !isPaid && state !== 'void';
}

/** The same as a SQL condition, with the alias of the invoices table. */
export function whereOpen(table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.payment_id`)} IS NULL
    AND ${sql.ref(`${table}.voided_at`)} IS NULL`;
}

/** The open membership invoice of a member. A unique index prevents a second one. */
export function openMembershipInvoice(db: Db, memberId: string | null) {
  return db
    .selectFrom('invoices')
    .where('member_id', '=', memberId)
    .where('member_type_id', 'is not', null)
    .where(whereOpen('invoices'));
}

/** Why a change of the member type voids an invoice. */
export const otherTypeReason = 'Another member type was chosen';

/** Voids the open membership invoice, if there is one. Lock the member first. */
export async function voidMembershipInvoice(
  ctx: Context,
  memberId: string,
  reason: string,
): Promise<void> {
  await voidOpen(ctx, memberId, reason).where('member_type_id', 'is not', null).execute();
}

/** Voids every open invoice of the member. Lock the member first. */
export async function voidOpenInvoices(
  ctx: Context,
  memberId: string,
  reason: string,
): Promise<void> {
  await voidOpen(ctx, memberId, reason).execute();
}

function voidOpen({ db, at }: Context, memberId: string, reason: string) {
  return db
    .updateTable('invoices')
    .set({ voided_at: at, void_reason: reason })
    .where('member_id', '=', memberId)
    .where(whereOpen('invoices'));
}
