import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import type { Context } from '#server/context.ts';
import { forgetSealed } from '#server/features/seals/forget-sealed.ts';
import type { AppliedRow, ImportJob } from '../import-kind.ts';
import { exportedKind, type ExportedRow } from './exported-kind.ts';
import { insertPayments, readPayment } from './insert-payments.ts';
import type { ExportReader } from './read-exported.ts';
import { idsBy, referenceOf } from './references.ts';

const states = ['Counts', 'Credit', 'Dealt with', 'Undone'] as const;

function read(reader: ExportReader) {
  const state = reader.oneOf('state', states);
  const isUndone = state === 'Undone';
  return {
    reader,
    ...readPayment(reader, 'paidOn'),
    state,
    amountCents: reader.cents('amount'),
    countedCents: reader.cents('counted'),
    payerName: reader.textOrNull('payerName'),
    invoiceNumber: reader.number('invoiceNumber'),
    donationNumber: reader.number('donationNumber'),
    invoiceId: null as string | null,
    donationId: null as string | null,
    undoneOn: isUndone ? reader.requiredDay('undoneOn') : null,
    undoneReason: isUndone ? reader.text('undoneReason') : null,
  };
}

/** Credits and payments that were undone. Those that count came with their invoices and donations. */
export const exportedPayments = exportedKind<ReturnType<typeof read> & ExportedRow>({
  kind: 'exportedPayments',
  table: 'payments',
  read,
  async resolve({ db }, rows) {
    const invoices = await idsBy(
      db,
      'invoices',
      'number',
      rows.map(({ invoiceNumber }) => invoiceNumber),
    );
    const donations = await idsBy(
      db,
      'donations',
      'number',
      rows.map(({ donationNumber }) => donationNumber),
    );
    for (const row of rows) {
      const { invoiceNumber, donationNumber, payerName, countedCents, state, reader } = row;
      const invoice = { ids: invoices, value: invoiceNumber, kind: 'exportedInvoices' } as const;
      row.invoiceId = referenceOf(row, 'invoiceNumber', invoice);
      const donation = {
        ids: donations,
        value: donationNumber,
        kind: 'exportedDonations',
      } as const;
      row.donationId = referenceOf(row, 'donationNumber', donation);
      if (invoiceNumber === null && donationNumber === null && payerName === null)
        reader.fail('invoiceNumber', texts.required);
      const isCredit = state === 'Credit' || state === 'Dealt with';
      if (isCredit && countedCents > 0) reader.fail('counted', texts.wrong);
      // Its invoice or donation is another one here, or was not imported.
      if (state === 'Counts') reader.fail('paymentId', texts.notImported);
    }
  },
  insert: insertPayments,
  undo,
});

async function undo({ db }: Context, _job: ImportJob, rows: AppliedRow[]): Promise<void> {
  const ids = rows.map(({ recordId }) => recordId);
  const deleted = await db.deleteFrom('payments').where('id', 'in', ids).returning('id').execute();
  await forgetSealed(db, 'payment_id', deleted);
}
