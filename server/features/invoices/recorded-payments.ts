import { sql, type RawBuilder } from 'kysely';
import { invoiceNumber } from '#contract/numbers.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';

/** A condition on the payments `p` and their invoices `i`. */
export const paymentsOf = {
  member: (id: string) => sql<boolean>`i.member_id = ${id}`,
  invoice: (id: string) => sql<boolean>`p.invoice_id = ${id}`,
  donation: (id: string) => sql<boolean>`p.donation_id = ${id}`,
} as const;

/** The latest payments with the names of the administrators who recorded or undid them. */
export async function recordedPayments(
  db: Db,
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
  return { results: rows.map(paymentOf), totalCount: rows[0]?.total ?? 0 };
}

function paymentRows(db: Db) {
  return db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('users as r', 'r.id', 'p.recorded_by')
    .leftJoin('users as c', 'c.id', 'p.closed_by')
    .select(['p.id', 'p.invoice_id as invoiceId', 'i.number', 'p.amount_cents', 'p.method'])
    .select(['p.paid_on as paidOn', 'p.source', 'p.recorded_at', 'p.is_credit', 'p.closed_at'])
    .select(['p.closed_reason as closedReason'])
    .select([
      fullNameOf('r').$castTo<string | null>().as('recordedBy'),
      fullNameOf('c').$castTo<string | null>().as('closedBy'),
      sql<number>`count(*) OVER ()`.as('total'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>;

function paymentOf({ number, amount_cents, recorded_at, is_credit, closed_at, ...row }: Row) {
  const { id, invoiceId, method, paidOn, source, recordedBy, closedBy, closedReason } = row;
  const undone = closed_at === null ? 'counts' : 'undone';
  return {
    id,
    invoiceId,
    invoiceNumber: number === null ? null : invoiceNumber(number),
    amount: amount_cents / 100,
    paidOn,
    method,
    source,
    recordedBy: recordedBy ?? '',
    recordedUtc: recorded_at.toISOString(),
    state: is_credit ? 'credit' : undone,
    closedBy,
    closedReason,
  } as const;
}
