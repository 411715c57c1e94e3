import { startOf } from '#contract/days.ts';
import { purposes } from '#contract/privacy/consents.ts';
import { exportedKind, type ExportedRow } from './exported-kind.ts';
import { instantOf } from './members.ts';
import type { ExportReader } from './read-exported.ts';

function read(reader: ExportReader) {
  return {
    reader,
    id: reader.requiredId('consentId'),
    email: reader.required('email') && reader.email('email'),
    purpose: reader.oneOf('purpose', purposes),
    words: reader.required('words'),
    source: reader.required('consentSource'),
    givenOn: reader.requiredDay('givenOn'),
    withdrawnOn: reader.day('withdrawnOn'),
    isBesideAnother: reader.isYes('isBesideAnother'),
  };
}

/** Consents, also those that were withdrawn. */
export const exportedConsents = exportedKind<ReturnType<typeof read> & ExportedRow>({
  kind: 'exportedConsents',
  table: 'consents',
  read,
  async insert({ db }, _job, rows) {
    await db
      .insertInto('consents')
      .values(
        rows.map((row) => ({
          id: row.id,
          email: row.email,
          purpose: row.purpose,
          words: row.words,
          source: row.source,
          given_at: startOf(row.givenOn),
          withdrawn_at: instantOf(row.withdrawnOn),
          given_by: null,
          is_beside_another: row.isBesideAnother,
        })),
      )
      .execute();
  },
});
