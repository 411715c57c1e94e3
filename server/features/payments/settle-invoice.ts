import { invoiceTexts } from '#contract/invoices/endpoints.ts';
import { notFound } from '#server/errors.ts';
import { noteInvoice } from '#server/features/invoices/audit-invoice.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import type { Work } from '#server/context.ts';
import { lockCardRecord } from './card-record.ts';
import { settle, type Payable, type Receipt, type Settled } from './settle.ts';

/** Pays an invoice: for a membership the period, with type, status and number, comes with it. */
export function settleInvoice(
  work: Work,
  { invoiceId, ...receipt }: { invoiceId: string } & Receipt,
): Promise<Settled> {
  return settle(work, receipt, (inside) => lockInvoice(inside, invoiceId));
}

async function lockInvoice(work: Work, id: string): Promise<Payable> {
  const { db } = work;
  await lockCardRecord(db, { kind: 'subscription', id });
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (invoice === undefined) throw notFound(invoiceTexts.notFound);
  const unpaid = invoice.voided_at === null ? 'open' : 'void';
  return {
    columns: { invoice_id: id, donation_id: null },
    amountCents: invoice.amount_cents,
    method: invoice.payment_type,
    state: invoice.payment_id === null ? unpaid : 'paid',
    pay: async (payment_id, paidOn) => {
      const before = await readInvoice(db, id);
      await db.updateTable('invoices').set({ payment_id }).where('id', '=', id).execute();
      if (invoice.member_id !== null && invoice.member_type_id !== null) {
        await addPeriod(work, {
          memberId: invoice.member_id,
          memberTypeId: invoice.member_type_id,
          feeCents: invoice.amount_cents,
          invoiceId: id,
          paidOn,
        });
      }
      await queueMail(work, {
        kind: 'receipt',
        toEmail: invoice.payer_email,
        toName: `${invoice.payer_first_name} ${invoice.payer_last_name}`,
        about: { invoiceId: id },
      });
      const after = await readInvoice(db, id);
      await noteInvoice(work, { action: 'processInvoicePayment', before, after });
    },
  };
}
