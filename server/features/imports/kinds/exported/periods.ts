import { exportedKind, type ExportedRow } from './exported-kind.ts';
import type { ExportReader } from './read-exported.ts';
import { idsBy, idsByName, referenceOf } from './references.ts';

function read(reader: ExportReader) {
  return {
    reader,
    id: reader.requiredId('periodId'),
    memberId: reader.requiredId('memberId'),
    startsOn: reader.requiredDay('startsOn'),
    endsOn: reader.requiredDay('endsOn'),
    anchorDay: reader.number('anchorDay') ?? 1,
    type: reader.required('type'),
    typeId: '',
    feeCents: reader.cents('fee'),
    invoiceNumber: reader.number('invoiceNumber'),
    invoiceId: null as string | null,
    isByHand: reader.isYes('isByHand'),
  };
}

/** All membership periods, with the invoices that they were paid by. */
export const exportedPeriods = exportedKind<ReturnType<typeof read> & ExportedRow>({
  kind: 'exportedPeriods',
  table: 'membership_periods',
  read,
  async resolve({ db }, rows) {
    const types = await idsByName(db, 'member_types');
    const members = await idsBy(
      db,
      'members',
      'id',
      rows.map(({ memberId }) => memberId),
    );
    const invoices = await idsBy(
      db,
      'invoices',
      'number',
      rows.map(({ invoiceNumber }) => invoiceNumber),
    );
    for (const row of rows) {
      const { memberId, type, invoiceNumber } = row;
      referenceOf(row, 'memberId', { ids: members, value: memberId, kind: 'exportedMembers' });
      row.typeId =
        referenceOf(row, 'type', { ids: types, value: type, kind: 'exportedTypes' }) ?? '';
      const invoice = { ids: invoices, value: invoiceNumber, kind: 'exportedInvoices' } as const;
      row.invoiceId = referenceOf(row, 'invoiceNumber', invoice);
    }
  },
  async insert({ db, at }, { by }, rows) {
    await db
      .insertInto('membership_periods')
      .values(
        rows.map((row) => ({
          id: row.id,
          member_id: row.memberId,
          starts_on: row.startsOn,
          ends_on: row.endsOn,
          anchor_day: row.anchorDay,
          member_type_id: row.typeId,
          fee_cents: row.feeCents,
          invoice_id: row.invoiceId,
          created_at: at,
          entered_by: row.isByHand ? by.userId : null,
        })),
      )
      .execute();
  },
});
