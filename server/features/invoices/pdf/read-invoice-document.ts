import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** The data for an invoice's email and PDF. `undefined` for an unknown invoice. */
export async function readInvoiceDocument(
  db: Db,
  id: string,
): Promise<(InvoiceDocument & { payerFirstName: string }) | undefined> {
  const row = await db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('logos as l', (join) =>
      join.on('l.hash', '=', sql<string>`i.issuer -> 'logo' ->> 'hash'`),
    )
    .where('i.id', '=', id)
    .select([
      'i.number',
      'i.created_at',
      'i.issuer',
      'i.payer_first_name',
      'i.payer_last_name',
      'i.payer_address',
      'i.line',
      'i.amount_cents',
      'i.paid_cents',
      'i.voided_at',
      'i.write_off_id',
      'p.paid_on',
      'l.bytes as logo',
    ])
    .executeTakeFirst();
  return (
    row && {
      number: invoiceNumber(row.number),
      paymentReference: paymentReference('INV', row.number),
      issuedAt: row.created_at,
      issuer: row.issuer,
      logo: row.logo ?? undefined,
      payerFirstName: row.payer_first_name,
      payerName: `${row.payer_first_name} ${row.payer_last_name}`,
      payerAddress: row.payer_address,
      line: row.line,
      amountCents: row.amount_cents,
      paidCents: row.paid_cents,
      paidOn: row.paid_on,
      closed: closedBy(row),
    }
  );
}

function closedBy(row: { voided_at: Date | null; write_off_id: string | null }) {
  if (row.voided_at !== null) return 'void';
  return row.write_off_id === null ? null : 'writtenOff';
}

/** The file name: the invoice number and the date of issue. */
export function fileNameOf(document: InvoiceDocument): string {
  return `${document.number}-${dayOf(document.issuedAt)}.pdf`;
}
