import { startOf } from '#contract/days.ts';
import { importRecordTexts } from '#contract/imports/record-texts.ts';
import { donationReference } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import type { ImportJob } from '../import-kind.ts';
import { undoDonations } from '../undo-money.ts';
import { type ExportedRow, exportedKind } from './exported-kind.ts';
import { readCountingPayments } from './counting-payments.ts';
import { insertPayments } from './insert-payments.ts';
import type { ExportReader } from './read-exported.ts';
import { assertFree, idsBy, idsByName } from './references.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';

function read(reader: ExportReader) {
  const amountCents = reader.cents('amount');
  return {
    reader,
    id: reader.requiredId('donationId'),
    number: (reader.required('donationNumber') && reader.number('donationNumber')) || 0,
    firstName: reader.name('firstName'),
    lastName: reader.name('lastName'),
    email: reader.email('email'),
    amountCents,
    type: reader.required('donationType'),
    typeId: '',
    givenOn: reader.requiredDay('givenOn'),
    payments: readCountingPayments(reader, {
      amountCents,
      isPaid: reader.cell('paymentId') !== '',
      dayKey: 'receivedOn',
    }),
  };
}

type DonationRow = ReturnType<typeof read> & ExportedRow;

/** Donations, received or not. */
export const exportedDonations = exportedKind<DonationRow>({
  kind: 'exportedDonations',
  table: 'donations',
  read,
  async resolve({ db }, rows) {
    const types = await idsByName(db, 'donation_types');
    const numbers = await idsBy(
      db,
      'donations',
      'number',
      rows.map(({ number }) => number),
    );
    for (const row of rows) {
      row.typeId = types.get(row.type) ?? '';
      if (row.typeId === '') row.reader.fail('donationType', texts.wrong);
      assertFree(row, 'donationNumber', numbers.has(row.number));
    }
  },
  insert,
  undo: undoDonations,
});

async function insert(ctx: Context, job: ImportJob, rows: DonationRow[]): Promise<void> {
  await ctx.db
    .insertInto('donations')
    .values(
      rows.map((row) => ({
        id: row.id,
        number: row.number,
        first_name: row.firstName,
        last_name: row.lastName,
        email: row.email,
        donation_type_id: row.typeId,
        amount_cents: row.amountCents,
        created_at: startOf(row.givenOn),
        card_outcome: null,
        needs_answer_since: null,
      })),
    )
    .execute();
  const counting = rows.flatMap(({ id: donationId, payments }) =>
    payments.map((payment) => ({ ...payment, invoiceId: null, donationId })),
  );
  await insertPayments(ctx, job, counting);
  await raiseCounter(ctx.db, 'donation', Math.max(0, ...rows.map(({ number }) => number)));
  await recordMany(
    ctx,
    rows.map(({ id, number, firstName, lastName, amountCents, reader }) => ({
      action: 'importDonation',
      subject: 'donation',
      id,
      name: `${donationReference(number)} of ${firstName} ${lastName}`,
      after: {
        importedFrom: importRecordTexts.importedFrom(job.fileName, reader.row),
        firstName,
        lastName,
        amount: amountCents / 100,
      },
    })),
  );
}
