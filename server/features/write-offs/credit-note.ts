import { sql } from 'kysely';
import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { creditNoteNumber, invoiceNumber } from '#contract/numbers.ts';
import { writeOffTexts as texts } from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { type Document, documentPage, note } from '#server/features/invoices/pdf/document-page.ts';
import { inks, type PdfContent } from '#server/platform/pdf/content.ts';

/** The document of a write-off. Payer, issuer and VAT are as the invoice has them. product-rules 6.40. */
export interface CreditNote extends Document {
  reason: string;
  invoiceCents: number;
  withdrawnAt: Date | null;
}

export async function readCreditNote({ db }: Context, id: string): Promise<CreditNote> {
  const row = await db
    .selectFrom('write_offs as w')
    .innerJoin('invoices as i', 'i.id', 'w.invoice_id')
    .leftJoin('logos as l', (join) =>
      join.on('l.hash', '=', sql<string>`i.issuer -> 'logo' ->> 'hash'`),
    )
    .where('w.id', '=', id)
    .select(['w.number', 'w.amount_cents as amountCents', 'w.reason', 'w.recorded_at as issuedAt'])
    .select(['w.reversed_at as withdrawnAt', 'i.issuer', 'i.line'])
    .select(['i.number as invoice', 'i.created_at', 'i.amount_cents as invoiceCents'])
    .select(['i.payer_first_name', 'i.payer_last_name', 'i.payer_address', 'l.bytes as logo'])
    .executeTakeFirst();
  if (row === undefined) throw notFound(texts.noteNotFound);
  const day = formatDay(dayOf(row.created_at));
  return {
    ...row,
    number: creditNoteNumber(row.number),
    line: `Written off of invoice ${invoiceNumber(row.invoice)} of ${day}: ${row.line}`,
    payerName: `${row.payer_first_name} ${row.payer_last_name}`,
    payerAddress: row.payer_address,
    logo: row.logo ?? undefined,
  };
}

export function creditNotePage(data: CreditNote): PdfContent {
  const { reason, amountCents, invoiceCents, withdrawnAt } = data;
  const [whole, written] = [invoiceCents, amountCents].map((cents) => formatRand(cents / 100));
  return documentPage('Credit note', data, {
    stamp: { text: withdrawnAt === null ? '' : 'WITHDRAWN', color: inks.error },
    below: [
      note(`Reason: ${reason}`),
      note(
        withdrawnAt === null
          ? `${written} of ${whole} is not charged. There is nothing more to pay.`
          : `This credit note was withdrawn on ${formatDay(dayOf(withdrawnAt))}.`,
      ),
    ],
  });
}
