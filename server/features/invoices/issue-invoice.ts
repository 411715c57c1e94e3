import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentType } from '#contract/invoices/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { Context } from '#server/context.ts';

export interface InvoiceToIssue {
  /** Needed if the mail is queued before the invoice is issued. */
  id?: string;
  memberId: string | null;
  /** The member type whose period a payment adds. None for other invoices. */
  memberTypeId: string | null;
  payer: { firstName: string; lastName: string; email: string; address: string };
  line: string;
  amountCents: number;
  paymentType: PaymentType;
  /** The default is now. */
  issuedAt?: Date;
  /** Imported, and not in these books. */
  reportedElsewhere?: boolean;
  /** If true, the caller queues the mail in the same transaction. */
  isMailed?: boolean;
}

export interface IssuedInvoice {
  id: string;
  /** `INV-00042`. */
  number: string;
  /** `INV-00042-K`. */
  paymentReference: string;
  issuer: Issuer;
}

/** Stores payer, description, amount and bank details under the next number. product-rules 6.2. */
export async function issueInvoice(ctx: Context, invoice: InvoiceToIssue): Promise<string> {
  const [issued] = await issueInvoices(ctx, [invoice]);
  return issued?.id ?? '';
}

/** Issues some hundred invoices at once, numbered in order. */
export async function issueInvoices(
  ctx: Context,
  invoices: InvoiceToIssue[],
): Promise<IssuedInvoice[]> {
  if (invoices.length === 0) return [];
  return inTransaction(ctx, async ({ db, at }) => {
    const issuer = await readIssuer(db);
    const stored = JSON.stringify(issuer);
    const count = invoices.length;
    const rows = invoices.map((invoice, place) => ({
      id: invoice.id ?? randomUUID(),
      number: sql<number>`(SELECT last FROM taken) - ${count - 1 - place}::integer`,
      member_id: invoice.memberId,
      member_type_id: invoice.memberTypeId,
      payer_first_name: invoice.payer.firstName,
      payer_last_name: invoice.payer.lastName,
      payer_email: invoice.payer.email,
      payer_address: invoice.payer.address,
      line: invoice.line,
      amount_cents: invoice.amountCents,
      payment_type: invoice.paymentType,
      issuer: stored,
      created_at: invoice.issuedAt ?? at,
      sent_at: invoice.isMailed === true ? at : null,
      voided_at: null,
      void_reason: null,
      reported_elsewhere: invoice.reportedElsewhere ?? false,
    }));
    const taken = db.with('taken', takingNumbers('invoice', count));
    const issued = await taken
      .insertInto('invoices')
      .values(rows)
      .returning(['id', 'number'])
      .execute();
    const numbers = new Map(issued.map(({ id, number }) => [id, number]));
    return rows.map(({ id }) => {
      const number = numbers.get(id) ?? 0;
      return {
        id,
        number: invoiceNumber(number),
        paymentReference: paymentReference('INV', number),
        issuer,
      };
    });
  });
}
