import { importRecordTexts as texts } from '#contract/imports/record-texts.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { postUndoing } from '#server/features/ledger/post-back.ts';
import type { AppliedRow, ImportJob } from './import-kind.ts';

/** Deletes the paid invoices that an import made, with their payments. Their numbers are not used again. */
export async function undoInvoices(ctx: Context, job: ImportJob, rows: AppliedRow[]) {
  const { db } = ctx;
  const ids = rows.map(({ recordId }) => recordId);
  await deleteCounting(ctx, 'invoice_id', ids);
  const deleted = await db
    .deleteFrom('invoices')
    .where('id', 'in', ids)
    .returning(['id', 'number', 'payer_first_name', 'payer_last_name'])
    .execute();
  const before = importedFrom(job, rows);
  await recordMany(
    ctx,
    deleted.map(({ id, number, payer_first_name, payer_last_name }) => ({
      action: 'deleteInvoice',
      subject: 'invoice',
      id,
      name: `${invoiceNumber(number)} of ${payer_first_name} ${payer_last_name}`,
      before: before(id),
    })),
  );
}

/** Deletes the received donations that an import made, with their payments. */
export async function undoDonations(ctx: Context, job: ImportJob, rows: AppliedRow[]) {
  const { db } = ctx;
  const ids = rows.map(({ recordId }) => recordId);
  await deleteCounting(ctx, 'donation_id', ids);
  const deleted = await db
    .deleteFrom('donations')
    .where('id', 'in', ids)
    .returning(['id', 'number', 'first_name', 'last_name'])
    .execute();
  const before = importedFrom(job, rows);
  await recordMany(
    ctx,
    deleted.map(({ id, number, first_name, last_name }) => ({
      action: 'deleteDonation',
      subject: 'donation',
      id,
      name: `${donationReference(number)} of ${first_name} ${last_name}`,
      before: before(id),
    })),
  );
}

/** Money that came since and does not count is never deleted: the database then refuses the undo. */
async function deleteCounting(
  ctx: Context,
  column: 'invoice_id' | 'donation_id',
  ids: string[],
): Promise<void> {
  const { db } = ctx;
  const deleted = await db
    .deleteFrom('payments')
    .where(column, 'in', ids)
    .whereRef('counts_for', '=', column)
    .returning('id')
    .execute();
  const sources = deleted.map(({ id }) => ({ id, paymentId: id }));
  await postUndoing(ctx, 'undone', sources);
}

function importedFrom({ fileName }: ImportJob, rows: AppliedRow[]) {
  const rowOf = new Map(rows.map(({ recordId, row }) => [recordId, row]));
  return (id: string) => ({ importedFrom: texts.importedFrom(fileName, rowOf.get(id) ?? 0) });
}
