import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';

/** A payment of an invoice that is about to be inserted. */
interface Part {
  id: string;
  invoiceId: string;
  countedCents: number;
  paidOn: Day;
  /** The payment that had the credit, if the money came before. */
  creditId?: string | undefined;
}

export interface PaymentVat {
  vatCents: number;
  /** The ledger has it on the payments basis only. */
  isPosted: boolean;
}

/**
 * The VAT within new payments of invoices whose VAT is frozen: up to the share of the invoice that is then paid, less what the
 * other payments have. So the last part takes the rest, whatever was undone before. Each is of another invoice, which
 * is locked.
 */
export async function readPaymentVat(
  { db }: Context,
  parts: readonly Part[],
): Promise<Map<string, PaymentVat>> {
  if (parts.length === 0) return new Map();
  const { rows } = await sql<PaymentVat & { id: string }>`
    SELECT n.id, posts_vat(n."paidOn", coalesce(n."creditId", n.id)) AS "isPosted", (
      round(${sqlInvoiceVat} * (i.paid_cents + n."countedCents") / i.amount_cents) - (
        SELECT coalesce(sum(vat_cents), 0) FROM payments WHERE invoice_id = i.id AND counts_for = i.id)
      )::integer AS "vatCents"
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      AS n (id uuid, "invoiceId" uuid, "countedCents" integer, "paidOn" date, "creditId" uuid)
    JOIN invoices AS i ON i.id = n."invoiceId"
    WHERE i.issuer ? 'vat' AND n."countedCents" > 0`.execute(db);
  return new Map(rows.map(({ id, ...vat }) => [id, vat]));
}

/** Whether a credit of this payment that is kept on a day posts the VAT within it. */
export async function asksKeptVat(
  { db }: Context,
  { day, paymentId }: { day: Day; paymentId: string },
): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    SELECT vat_number <> '' AND posts_vat(${day}, ${paymentId}) AS asks FROM company_info`.execute(
    db,
  );
  return rows[0]?.asks ?? false;
}

/** The VAT that is frozen on the invoice `i`, as `vatWithin` of the contract computes it. Null: it has none. */
export const sqlInvoiceVat = sql`round(i.amount_cents * (i.issuer -> 'vat' ->> 'percent')::numeric
  / (100 + (i.issuer -> 'vat' ->> 'percent')::numeric))`;
