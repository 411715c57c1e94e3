import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type correctPayment as endpoint,
  paymentAdminTexts as texts,
} from '#contract/payments/admin-endpoints.ts';
import { creditTexts, refundMethodsOf } from '#contract/payments/credits.ts';
import type {
  PaymentMethod,
  PaymentSource,
  RefundMethod,
} from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { postCorrection } from '#server/features/ledger/post-back.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readCredit } from '../credits/queries.ts';
import { lockPayable, nameOf, type PayableRef, readPayable } from '../payable.ts';
import { paymentDay } from '../payment-day.ts';
import { assertMayUndo } from './assert-may-undo.ts';

/**
 * Corrects how and when the money of a payment came. The payment, what it pays, its period and its credits stay. In the
 * ledger its money moves. product-rules 6.44.
 */
export async function correctPayment(
  ctx: Context,
  id: string,
  { reason, paidOn, paidBy, bankReference }: BodyOf<typeof endpoint>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const ref = await recordOf(db, id);
    if (ref !== null) await lockPayable(db, ref);
    const payment = await lockPayment(db, id);
    const before = {
      paidOn: payment.paid_on,
      paidBy: payment.method,
      bankReference: payment.bank_reference,
    };
    // An empty text means none.
    const after = { paidOn, paidBy, bankReference: bankReference || null };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    assertMayUndo(inside, [payment]);
    assertCorrectable(payment, before.paidOn !== paidOn || before.paidBy !== paidBy);
    if (paidOn !== before.paidOn) paymentDay(inside, { paidOn });
    if (payment.usedFrom !== null && paidOn > payment.usedFrom)
      throw badField('paidOn', texts.correctedTooLate(payment.usedFrom));
    await assertRefundsStay(db, { id, method: paidBy, source: payment.source });
    await store(db, id, after);
    const invoiceId = ref?.kind === 'invoice' ? ref.id : null;
    if (invoiceId !== null) await pointToLatest(db, invoiceId);
    await postCorrection(inside, { id, paidOn, method: paidBy, invoiceId });
    await recordAudit(inside, {
      action: 'correctPayment',
      ...(await subjectOf(db, { id, ref })),
      before,
      after: { paymentId: id, amount: payment.amount_cents / 100, ...after, reason },
    });
  });
}

async function recordOf(db: Db, id: string): Promise<PayableRef | null> {
  const payment = await db
    .selectFrom('payments')
    .select(['invoice_id', 'donation_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (payment === undefined) throw notFound(creditTexts.notFound);
  const { invoice_id, donation_id } = payment;
  if (invoice_id !== null) return { kind: 'invoice', id: invoice_id };
  return donation_id === null ? null : { kind: 'donation', id: donation_id };
}

async function lockPayment(db: Db, id: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'paid_on', 'method', 'bank_reference', 'source', 'reversed_at'])
    .select(['recorded_by', 'recorded_at'])
    .select([
      sql<boolean>`EXISTS (SELECT FROM bank_matches WHERE payment_id = payments.id AND reversed_at IS NULL)`.as(
        'isOnStatement',
      ),
      // A payment that it made of another record can be of an earlier day than its use.
      sql<Day | null>`(SELECT min(coalesce(c.paid_on, u.used_on)) FROM credit_uses AS u
        LEFT JOIN payments AS c ON c.id = u.carried_to
        WHERE u.payment_id = payments.id AND u.reversed_at IS NULL)`.as('usedFrom'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type Locked = Awaited<ReturnType<typeof lockPayment>>;

function assertCorrectable(
  { source, reversed_at, isOnStatement }: Locked,
  movesMoney: boolean,
): void {
  if (reversed_at !== null) throw conflict(texts.correctedUndone);
  if (source === 'payfast') throw conflict(texts.correctedByCard);
  if (source === 'credit') throw conflict(texts.correctedFromCredit);
  if (movesMoney && isOnStatement) throw conflict(texts.correctedByLine);
}

/** What was paid back by card came by card. */
async function assertRefundsStay(
  db: Db,
  { id, ...came }: { id: string; method: PaymentMethod; source: PaymentSource },
): Promise<void> {
  const { rows } = await sql<{ method: RefundMethod }>`
    SELECT DISTINCT coalesce(refunded_by, 'EFT') AS method FROM credit_uses
    WHERE (payment_id = ${id} OR payment_id IN (${carriedFrom(id)})) AND kind = 'refund' AND reversed_at IS NULL`.execute(
    db,
  );
  const refund = rows.find(({ method }) => !refundMethodsOf(came).includes(method));
  if (refund !== undefined) throw badField('paidBy', texts.correctedRefunded(refund.method));
}

/** The payments from a credit, and from what is left of these. */
const carriedFrom = (id: string) => sql`
  WITH RECURSIVE carried (id) AS (
    SELECT carried_to FROM credit_uses WHERE payment_id = ${id} AND carried_to IS NOT NULL
    UNION ALL
    SELECT u.carried_to FROM carried AS c JOIN credit_uses AS u ON u.payment_id = c.id AND u.carried_to IS NOT NULL
  ) SELECT id FROM carried`;

/** A payment from a credit says how the money of the credit came. */
async function store(
  db: Db,
  id: string,
  {
    paidOn,
    paidBy,
    bankReference,
  }: Required<Pick<BodyOf<typeof endpoint>, 'paidOn' | 'paidBy'>> & {
    bankReference: string | null;
  },
): Promise<void> {
  const set = { method: paidBy, bank_reference: bankReference };
  await db
    .updateTable('payments')
    .set({ ...set, paid_on: paidOn })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('payments')
    .set(set)
    .where(sql<boolean>`id IN (${carriedFrom(id)})`)
    .execute();
}

/** An invoice in parts is paid on the day of the latest one, which can be another one now. A trigger points to the first. */
async function pointToLatest(db: Db, invoiceId: string): Promise<void> {
  await sql`
    UPDATE invoices SET payment_id = (SELECT id FROM payments WHERE counts_for = ${invoiceId}
      ORDER BY paid_on DESC, recorded_at DESC, id LIMIT 1)
    WHERE id = ${invoiceId} AND payment_id IS NOT NULL`.execute(db);
}

async function subjectOf(db: Db, { id, ref }: { id: string; ref: PayableRef | null }) {
  if (ref === null) {
    const { payer } = await readCredit(db, id);
    return { subject: 'payment' as const, id, name: payer };
  }
  return { subject: ref.kind, id: ref.id, name: nameOf(await readPayable(db, ref)) };
}
