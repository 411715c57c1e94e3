import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { creditTexts as texts } from '#contract/payments/credits.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';
import type { AuditAction } from '#contract/audit/endpoints.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, notFound } from '#server/errors.ts';
import { postKept } from '#server/features/ledger/post-kept.ts';
import { postRefunds } from '#server/features/ledger/post-refunds.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CreditUseKind } from '#server/platform/db/tables.ts';
import { owedOrigins } from './money-of-credit.ts';
import { readCredit } from './queries.ts';

interface Use {
  kind: CreditUseKind;
  amountCents: number;
  /** The default is today. */
  usedOn?: Day;
  /** Of a refund. */
  refundedBy?: RefundMethod;
  reference?: string | null | undefined;
  reason?: string | null | undefined;
  /** The payment that it made, of another record. */
  carriedTo?: string;
  /** Within a credit that is kept. */
  vatCents?: number;
}

/** Locks a payment, and answers what is left of its credit. A credit without money is refused. product-rules 6.45. */
export async function lockCredit({ db }: Context, id: string) {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'credit_cents', 'method', 'source', 'paid_on', 'bank_reference'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (payment === undefined) throw notFound(texts.notFound);
  if (payment.credit_cents > 0) await assertHasMoney(db, id);
  return payment;
}

async function assertHasMoney(db: Db, id: string): Promise<void> {
  const { rows } = await owedOrigins(sql`${id}::uuid`).execute(db);
  const [first] = rows;
  if (first === undefined) return;
  const { recordName, payer } = await readCredit(db, first.id);
  throw conflict(texts.withoutMoney(recordName || payer, first.cents / 100));
}

export type LockedCredit = Awaited<ReturnType<typeof lockCredit>>;

/** Until its invoice was voided, the money of a locked credit paid that one. */
export async function releaseDay(db: Db, paymentId: string): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    SELECT max(day) AS day FROM ledger_entries
    WHERE source_id = ${paymentId} AND kind = 'released'`.execute(db);
  return rows[0]?.day ?? null;
}

/** Refuses to use more than is left. The database refuses it, too. */
export function assertLeft(creditCents: number, amountCents: number): void {
  if (creditCents <= 0) throw conflict(texts.left(0));
  if (amountCents > creditCents) throw badField('amount', texts.left(creditCents / 100));
}

/** Uses a part of a locked credit, or gives up what is owed of it (less than nothing), and records who did it. The payment that it makes of another record is posted by itself. */
export async function insertUse(
  ctx: Context,
  credit: Pick<LockedCredit, 'id'>,
  { kind, amountCents, usedOn = dayOf(ctx.at), vatCents = 0, ...use }: Use,
): Promise<void> {
  const { refundedBy, reference, reason, carriedTo } = use;
  const { db, at, by } = ctx;
  if (by === null) throw new Error('only a signed-in user can use a credit');
  const id = randomUUID();
  await db
    .insertInto('credit_uses')
    .values({
      id,
      payment_id: credit.id,
      kind,
      amount_cents: amountCents,
      used_on: usedOn,
      reference: reference || null,
      reason: reason || null,
      carried_to: carriedTo ?? null,
      recorded_at: at,
      recorded_by: by.userId,
      vat_cents: vatCents,
      refunded_by: refundedBy ?? null,
    })
    .execute();
  if (kind === 'refund') await postRefunds(ctx, [id]);
  if (kind === 'other') await postKept(ctx, [id]);
}

/** In the history of the payment. */
export async function auditUse(
  ctx: Context,
  id: string,
  change: { action: AuditAction; after: object },
): Promise<void> {
  const { recordName, payer } = await readCredit(ctx.db, id);
  const name = recordName === '' ? payer : `${recordName} of ${payer}`;
  await recordAudit(ctx, { ...change, subject: 'payment', id, name });
}
