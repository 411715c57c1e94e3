import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import { invoiceTexts } from '#contract/invoices/endpoints.ts';
import { replaceKeptAbout } from '#server/features/communication/kept-mails.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { queueMail, type MailToQueue } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { invoiceName } from './audit-invoice.ts';
import { readInvoice } from './queries.ts';

/** Queues the invoice mail. After the first one, the invoice cannot be changed. product-rules 6.5. */
export async function sendInvoice(ctx: Context, invoiceId: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const invoice = await inside.db
      .updateTable('invoices')
      .set((row) => ({ sent_at: row.fn.coalesce('sent_at', row.val(ctx.at)) }))
      .where('id', '=', invoiceId)
      .returning([
        'payer_email',
        'payer_first_name',
        'payer_last_name',
        'voided_at',
        'write_off_id',
      ])
      .executeTakeFirst();
    if (invoice === undefined) throw notFound(invoiceTexts.notFound);
    if (invoice.voided_at !== null) throw conflict(invoiceTexts.voidNotSent);
    if (invoice.write_off_id !== null) throw conflict(invoiceAdminTexts.writtenOffNotSent);
    const payer = {
      firstName: invoice.payer_first_name,
      lastName: invoice.payer_last_name,
      email: invoice.payer_email,
    };
    await queueMail(inside, invoiceMail(invoiceId, payer));
  });
}

/**
 * Removes the invoice's mails that are still waiting. If the first one is among them, the invoice counts
 * as not sent. A mail that a sender has taken goes out.
 */
export async function withdrawInvoiceMail({ db }: Context, invoiceId: string): Promise<void> {
  await db
    .with('withdrawn', (query) =>
      query
        .deleteFrom('mails')
        .where('kind', '=', 'invoice')
        .where('next_attempt_at', 'is not', null)
        .where('leased_until', 'is', null)
        .where(isAbout(invoiceId))
        .returning('created_at'),
    )
    .updateTable('invoices')
    .set({ sent_at: null })
    .where('id', '=', invoiceId)
    .where('sent_at', 'in', (mails) => mails.selectFrom('withdrawn').select('created_at'))
    .execute();
}

/** The mail with the invoice. */
export function invoiceMail(
  invoiceId: string,
  payer: { firstName: string; lastName: string; email: string },
): MailToQueue {
  return {
    kind: 'invoice',
    toEmail: payer.email,
    toName: `${payer.firstName} ${payer.lastName}`,
    about: { invoiceId },
  };
}

/** Sends the invoice again for an administrator. */
export async function resendInvoice(ctx: Context, invoiceId: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    await replaceKeptAbout(inside, 'invoice', invoiceId);
    await sendInvoice(inside, invoiceId);
    const invoice = await readInvoice(inside.db, invoiceId);
    await recordAudit(inside, {
      action: 'resendInvoiceEmail',
      subject: 'invoice',
      id: invoiceId,
      name: invoiceName(invoice),
      after: { to: invoice.userEmail },
    });
  });
}
