import { sql, type RawBuilder } from 'kysely';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';
import type { CreditUse, RecordedPayment } from '#contract/payments/recorded-payment.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';

/** The bank line that a payment `p` was booked from, or that confirms it. */
export const bankLineOf = sql<string | null>`(SELECT m.line_id FROM bank_matches AS m
  WHERE m.payment_id = p.id AND m.kind <> 'reversal'
    AND (m.reversed_at IS NULL OR p.source = 'bank')
  ORDER BY m.reversed_at IS NOT NULL, m.recorded_at DESC LIMIT 1)`;

const keptFee = sql<number>`coalesce((SELECT sum(m.fee_cents) FROM bank_matches AS m
  WHERE m.payment_id = p.id AND m.kind = 'recorded' AND m.reversed_at IS NULL), 0)::integer`;

/** The bank took the payment `p` back: a line says so, or the day was entered. */
const hasReturned = sql<boolean>`(p.returned_on IS NOT NULL OR EXISTS (SELECT FROM bank_matches AS m
  WHERE m.payment_id = p.id AND m.kind = 'reversal' AND m.reversed_at IS NULL))`;

/** A condition on the payments `p` and their invoices `i`. */
export const paymentsOf = {
  member: (id: string) => sql<boolean>`i.member_id = ${id}`,
  invoice: (id: string) => sql<boolean>`p.invoice_id = ${id}`,
  donation: (id: string) => sql<boolean>`p.donation_id = ${id}`,
} as const;

/** The latest payments with the names of the administrators who recorded or undid them. */
export async function recordedPayments(
  { db, by }: Context,
  condition: RawBuilder<boolean>,
  count: number,
): Promise<{ results: RecordedPayment[]; totalCount: number }> {
  const rows = await paymentRows(db)
    .where(condition)
    .orderBy('p.paid_on', 'desc')
    .orderBy('p.recorded_at', 'desc')
    .orderBy('p.id')
    .limit(count)
    .execute();
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  );
  const results = rows.map((row) => paymentOf(row, { by, uses: uses.get(row.id) ?? [] }));
  return { results, totalCount: rows[0]?.total ?? 0 };
}

function paymentRows(db: Db) {
  return db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('users as r', 'r.id', 'p.recorded_by')
    .leftJoin('users as c', 'c.id', 'p.reversed_by')
    .select(['p.id', 'p.invoice_id as invoiceId', 'i.number', 'p.amount_cents', 'p.method'])
    .select(['p.paid_on as paidOn', 'p.source', 'p.recorded_at', 'p.counted_cents'])
    .select('p.bank_reference as bankReference')
    .select([
      'p.recorded_by',
      'p.counts_for',
      'p.credit_cents',
      'p.reversed_at',
      'p.reversed_reason',
    ])
    .select([
      fullNameOf('r').$castTo<string | null>().as('recordedBy'),
      fullNameOf('c').$castTo<string | null>().as('closedBy'),
      bankLineOf.as('bankLineId'),
      hasReturned.as('hasReturned'),
      keptFee.as('kept_fee_cents'),
      sql<number>`count(*) OVER ()`.as('total'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>;

function paymentOf(
  row: Row,
  { by, uses }: Pick<Context, 'by'> & { uses: CreditUse[] },
): RecordedPayment {
  const { id, invoiceId, number, method, paidOn, source, bankReference, recordedBy, closedBy } =
    row;
  const pays = row.counts_for === null ? 'credit' : 'counts';
  return {
    id,
    invoiceId,
    invoiceNumber: number === null ? null : invoiceNumber(number),
    amount: row.amount_cents / 100,
    counted: row.counts_for === null ? 0 : row.counted_cents / 100,
    credit: Math.max(0, row.credit_cents) / 100,
    owed: Math.max(0, -row.credit_cents) / 100,
    paidOn,
    method,
    source,
    bankReference,
    isOwn: by !== null && row.recorded_by === by.userId,
    recordedBy: recordedBy ?? '',
    recordedUtc: row.recorded_at.toISOString(),
    state: row.reversed_at === null ? pays : 'undone',
    hasReturned: row.hasReturned,
    closedBy,
    closedReason: row.reversed_reason,
    bankLineId: row.bankLineId,
    keptFee: row.kept_fee_cents / 100,
    uses,
  };
}

/** Of the use `u` of a credit. A refund that a version before recorded is one by EFT. */
const refundedBy = sql<RefundMethod | null>`CASE u.kind WHEN 'refund' THEN coalesce(u.refunded_by, 'EFT') END`;

/** What became of the credits of these payments, by payment, the first use first. */
export async function usesOf(db: Db, paymentIds: string[]): Promise<Map<string, CreditUse[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('credit_uses as u')
    .innerJoin('users as r', 'r.id', 'u.recorded_by')
    .leftJoin('users as c', 'c.id', 'u.reversed_by')
    .leftJoin('payments as p', 'p.id', 'u.carried_to')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('donations as d', 'd.id', 'p.donation_id')
    .where('u.payment_id', 'in', paymentIds)
    .orderBy('u.recorded_at')
    .orderBy('u.id')
    .select(['u.payment_id', 'u.id', 'u.kind', 'u.amount_cents', 'u.used_on as usedOn'])
    .select(['u.reference', 'u.reason', 'u.reversed_reason as undoneReason'])
    .select(refundedBy.as('refundedBy'))
    .select(['i.number as invoice', 'd.number as donation'])
    .select((row) => row.fn.coalesce('p.invoice_id', 'p.donation_id').as('recordId'))
    .select([
      fullNameOf('r').$castTo<string>().as('recordedBy'),
      fullNameOf('c').$castTo<string | null>().as('undoneBy'),
    ])
    .execute();
  const groups = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return new Map([...groups].map(([id, same]) => [id, same.map(useOf)]));
}

function useOf({
  payment_id: _,
  invoice,
  donation,
  amount_cents,
  ...use
}: Omit<CreditUse, 'amount' | 'recordName'> & {
  payment_id: string;
  amount_cents: number;
  invoice: number | null;
  donation: number | null;
}): CreditUse {
  const donated = donation === null ? null : donationReference(donation);
  return {
    ...use,
    kind: amount_cents < 0 ? 'given-up' : use.kind,
    amount: Math.abs(amount_cents) / 100,
    recordName: invoice === null ? donated : invoiceNumber(invoice),
  };
}
