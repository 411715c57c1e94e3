import { randomUUID } from 'node:crypto';
import type { PaymentType } from '#contract/invoices.ts';
import { readIssuer } from '../company-info/queries.ts';
import { takeNumber } from '../company-info/take-number.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Work } from '../work.ts';

export interface InvoiceToIssue {
  memberId: string | null;
  /** The type whose period paying adds; none for any other amount. */
  memberTypeId: string | null;
  payer: { firstName: string; lastName: string; email: string; address: string };
  line: string;
  amountCents: number;
  paymentType: PaymentType;
}

/** Freezes payer, line, amount and bank details under the next number. Rules §6. */
export async function issueInvoice(work: Work, invoice: InvoiceToIssue): Promise<string> {
  return inTransaction(work, async ({ db, at }) => {
    const id = randomUUID();
    const issuer = await readIssuer(db);
    await db
      .insertInto('invoices')
      .values({
        id,
        number: await takeNumber(db, 'invoice'),
        member_id: invoice.memberId,
        member_type_id: invoice.memberTypeId,
        payer_first_name: invoice.payer.firstName,
        payer_last_name: invoice.payer.lastName,
        payer_email: invoice.payer.email,
        payer_address: invoice.payer.address,
        line: invoice.line,
        amount_cents: invoice.amountCents,
        payment_type: invoice.paymentType,
        issuer: JSON.stringify(issuer),
        created_at: at,
        sent_at: null,
        voided_at: null,
        void_reason: null,
        payment_id: null,
      })
      .execute();
    return id;
  });
}
