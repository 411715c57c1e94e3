import { sql, type RawBuilder } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { recordForAll } from '#server/features/audit/record-audit.ts';
import { postRelease } from '#server/features/ledger/post-back.ts';
import { postPayments } from '#server/features/ledger/post-money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { endGoneCredits } from './end-gone-credits.ts';

/** An open invoice still has to be paid: it is neither paid, void nor written off. With the alias of the invoices table. */
export function whereOpen(table: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.is_open`)}`;
}

/** Paid, or written off as if it had been paid: a membership invoice has its period. */
export function wherePaid(table: string): RawBuilder<boolean> {
  const [payment, writeOff] = [sql.ref(`${table}.payment_id`), sql.ref(`${table}.write_off_id`)];
  return sql<boolean>`(${payment} IS NOT NULL
    OR EXISTS (SELECT FROM write_offs WHERE id = ${writeOff} AND as_paid))`;
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
  await voidOpen(ctx, sql`member_id = ${memberId} AND member_type_id IS NOT NULL`, reason);
}

/** Voids every open invoice of the member. Lock the member first. */
export async function voidOpenInvoices(
  ctx: Context,
  memberId: string,
  reason: string,
): Promise<void> {
  await voidOpen(ctx, sql`member_id = ${memberId}`, reason);
}

async function voidOpen(ctx: Context, condition: RawBuilder<boolean>, reason: string) {
  const { db, at } = ctx;
  await releaseParts(ctx, condition);
  const voided = await db
    .updateTable('invoices')
    .set({ voided_at: at, void_reason: reason })
    .where(condition)
    .where(whereOpen('invoices'))
    .returning(['id', 'number', 'payer_first_name', 'payer_last_name'])
    .execute();
  const changes = voided.map(({ id, number, ...payer }) => ({
    action: 'voidInvoice' as const,
    subject: 'invoice' as const,
    id,
    name: `${invoiceNumber(number)} of ${payer.payer_first_name} ${payer.payer_last_name}`,
    before: { state: 'unpaid' },
    after: { state: 'void', voidReason: reason },
  }));
  const [first] = voided;
  const member = first && `${first.payer_first_name} ${first.payer_last_name}`;
  // So that the check of the books knows a voiding that was made in the database.
  await recordForAll(ctx, changes, (ctx.by === null ? undefined : member) ?? 'Automatic');
}

interface Part {
  id: string;
  paidOn: Day;
  countedCents: number;
  method: PaymentMethod;
  reportedElsewhere: boolean;
}

/** Makes credits of the payments of open invoices, before these are voided. Until today they paid their invoices. */
export async function releaseParts(ctx: Context, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Part>`
    WITH parts AS (
      SELECT id, paid_on AS "paidOn", counted_cents AS "countedCents", method,
        reported_elsewhere AS "reportedElsewhere"
      FROM payments WHERE counts_for = invoice_id AND invoice_id IN (
        SELECT id FROM invoices WHERE ${condition} AND ${whereOpen('invoices')} AND paid_cents > 0)
      ORDER BY id FOR UPDATE
    ), released AS (
      UPDATE payments SET counted_cents = 0 WHERE id IN (SELECT id FROM parts)
    )
    SELECT * FROM parts`.execute(ctx.db);
  const here = rows.filter(({ reportedElsewhere }) => !reportedElsewhere);
  await postRelease(
    ctx,
    here.map(({ id }) => id),
    dayOf(ctx.at),
  );
  const elsewhere = rows.filter(({ reportedElsewhere }) => reportedElsewhere);
  await postPayments(
    ctx,
    elsewhere.map(({ countedCents, ...part }) => ({
      ...part,
      amountCents: countedCents,
      countedCents: 0,
      record: null,
    })),
  );
  if (rows.length > 0) await endGoneCredits(ctx);
}
