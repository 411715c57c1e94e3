import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import {
  paymentAdminTexts,
  type Credit,
  type searchCredits,
} from '#contract/payments/admin-endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  columnOf,
  searchRows,
  type Sorting,
  textOf,
} from '#server/platform/db/lists/search-rows.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { closePayment } from './close-payment.ts';

/** The payment stays in the database, closed with the reason. product-rules 6.11. */
export async function closeCredit(ctx: Context, id: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await db.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute();
    const row = await paymentRows(db).where('p.id', '=', id).executeTakeFirst();
    if (row === undefined) throw notFound(paymentAdminTexts.creditNotFound);
    if (row.paysFor !== null) throw conflict(paymentAdminTexts.notCredit);
    if (row.closedAt !== null) return;
    await closePayment(inside, id, reason);
    const name = creditOf(row).recordName;
    await recordAudit(inside, {
      action: 'closeCredit',
      subject: 'payment',
      id,
      name,
      after: { reason },
    });
  });
}

/** Payments that pay no record and are not closed, from an index of those rows only. */
export async function searchCreditRows(db: Db, paging: BodyOf<typeof searchCredits>) {
  return searchRows(db, {
    rows: paymentRows,
    from: sql`payments AS p`,
    conditions: [sql`p.is_credit AND p.closed_at IS NULL`],
    text: textOf('p.external_reference'),
    paging,
    sorting,
    wireOf: creditOf,
  });
}

const sorting: Sorting = {
  columns: { createdutc: columnOf('p.recorded_at') },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('p.id'),
};

/** `i` and `d` are the paid records; `forInvoice` and `forDonation` the intended ones. */
function joined(db: Db) {
  return db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.payment_id', 'p.id')
    .leftJoin('donations as d', 'd.payment_id', 'p.id')
    .leftJoin('invoices as forInvoice', 'forInvoice.id', 'p.invoice_id')
    .leftJoin('donations as forDonation', 'forDonation.id', 'p.donation_id');
}

function paymentRows(db: Db) {
  return joined(db)
    .select(['p.id', 'p.amount_cents as amountCents', 'p.paid_on as paidOn'])
    .select(['p.external_reference as reference', 'p.closed_at as closedAt'])
    .select(['p.invoice_id as invoiceId', 'p.donation_id as donationId'])
    .select(['forInvoice.number as invoiceNumber', 'forDonation.number as donationNumber'])
    .select([
      'forInvoice.payer_first_name as payerFirstName',
      'forInvoice.payer_last_name as payerLastName',
      'forDonation.first_name as donorFirstName',
      'forDonation.last_name as donorLastName',
    ])
    .select((row) => row.fn.coalesce('i.id', 'd.id').as('paysFor'));
}

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>;

function creditOf(row: Row): Credit {
  const isDonation = row.donationId !== null;
  const names = isDonation
    ? [row.donorFirstName, row.donorLastName]
    : [row.payerFirstName, row.payerLastName];
  return {
    id: row.id,
    kind: isDonation ? 'donation' : 'subscription',
    recordId: row.donationId ?? row.invoiceId ?? '',
    recordName: isDonation
      ? donationReference(row.donationNumber ?? 0)
      : invoiceNumber(row.invoiceNumber ?? 0),
    payer: names.join(' '),
    amount: row.amountCents / 100,
    paidOn: row.paidOn,
    providerId: row.reference?.replace(/^payfast:/, '') ?? '',
  };
}
