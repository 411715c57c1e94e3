import type { BodyOf } from '#contract/endpoint.ts';
import {
  invoiceAdminTexts,
  updateInvoice as endpoint,
} from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { centsOf } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField, conflict } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { assertOffered } from '#server/platform/payfast/payment-form.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import type { Context } from '#server/context.ts';
import { lockInvoice } from './lock-invoice.ts';
import { readInvoice } from './queries.ts';
import { auditInvoice } from './audit-invoice.ts';

type Form = BodyOf<typeof endpoint>;

/**
 * Sent, paid, void and written-off invoices cannot be changed. A membership invoice can only change its payment
 * type. The amount stays if there ever was a payment. An omitted field keeps its value. product-rules 1.17, 3.12, 6.3.
 */
export async function updateInvoice(
  ctx: Context,
  id: string,
  form: Form,
  { ifMatch, payfast }: { ifMatch: string | undefined; payfast: Pick<PayfastSettings, 'mode'> },
): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = await lockUnseen(inside, id);
    assertNotStale(ifMatch, endpoint, before);
    const changed = { ...before, ...changesOf(form) };
    const after = { ...changed, balance: changed.amount };
    if (before.memberTypeId !== null) refuseFixed(before, after);
    // The payment and its return are booked on their days: between them the debtors had the amount of then.
    if (after.amount !== before.amount && (await hadPayment(db, id)))
      throw conflict(invoiceAdminTexts.amountHadPayment);
    // A card invoice from before cards were switched off may keep this payment type.
    if (after.paymentType !== before.paymentType) assertOffered(payfast, after.paymentType);
    await db
      .updateTable('invoices')
      .set({
        payer_first_name: after.userFirstName,
        payer_last_name: after.userLastName,
        payer_email: after.userEmail,
        payer_address: after.address,
        line: after.line,
        amount_cents: centsOf(after.amount),
        payment_type: after.paymentType,
      })
      .where('id', '=', id)
      .execute();
    await auditInvoice(inside, { action: 'updateInvoice', before, after });
    return after;
  });
}

/** The deleted invoice leaves a gap in the numbers. */
export async function deleteInvoice(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = await lockUnseen(inside, id);
    if (before.memberTypeId !== null) throw conflict(invoiceAdminTexts.isMembership);
    if (await hadPayment(db, id)) throw conflict(invoiceAdminTexts.hadPayment);
    const writeOff = await db
      .selectFrom('write_offs')
      .select('id')
      .where('invoice_id', '=', id)
      .executeTakeFirst();
    if (writeOff !== undefined) throw conflict(invoiceAdminTexts.hadWriteOff);
    await db.deleteFrom('invoices').where('id', '=', id).execute();
    await auditInvoice(inside, { action: 'deleteInvoice', before });
  });
}

async function hadPayment(db: Db, id: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', id)
    .executeTakeFirst();
  return payment !== undefined;
}

async function lockUnseen({ db }: Context, id: string): Promise<Invoice> {
  await lockInvoice(db, id);
  const invoice = await readInvoice(db, id);
  const { state } = invoice;
  if (state === 'paid') throw conflict(invoiceAdminTexts.isPaid);
  if (state === 'void') throw conflict(invoiceAdminTexts.isVoid);
  if (state === 'writtenOff') throw conflict(invoiceAdminTexts.isWrittenOff);
  if (invoice.balance < invoice.amount) throw conflict(invoiceAdminTexts.isPartPaid);
  if (invoice.sentUtc !== null) throw conflict(invoiceAdminTexts.isSent);
  return invoice;
}

const fixedFields = endpoint.versioned.filter((field) => field !== 'paymentType');

function refuseFixed(before: Invoice, after: Invoice): void {
  const changed = fixedFields.find((field) => before[field] !== after[field]);
  if (changed !== undefined) throw badField(changed, invoiceAdminTexts.fixedByType);
}

/** `null` clears the address. The other fields need a value. */
function changesOf({ address, ...form }: Form): Partial<Invoice> {
  const fields = Object.entries(form).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(fields) as Partial<Invoice>),
    ...(address === undefined ? {} : { address: address ?? '' }),
  };
}
