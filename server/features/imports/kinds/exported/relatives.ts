import { exportedKind, type ExportedRow } from './exported-kind.ts';
import { instantOf } from './members.ts';
import type { ExportReader } from './read-exported.ts';
import { idsBy, referenceOf } from './references.ts';

const consentSources = ['registration', 'profile', 'office'] as const;

function read(reader: ExportReader) {
  const consentWords = reader.textOrNull('consentWords');
  return {
    reader,
    id: reader.requiredId('relativeId'),
    memberId: reader.requiredId('memberId'),
    seat: reader.number('seat'),
    firstName: reader.name('firstName'),
    lastName: reader.name('lastName'),
    email: reader.email('email'),
    dateOfBirth: reader.day('dateOfBirth'),
    agedOutOn: reader.day('agedOutOn'),
    consentWords,
    consentOn: consentWords === null ? null : reader.requiredDay('consentOn'),
    consentSource: consentWords === null ? null : reader.oneOf('consentSource', consentSources),
  };
}

/** Children, also those who have turned 19, with the consent of the parent. */
export const exportedRelatives = exportedKind<ReturnType<typeof read> & ExportedRow>({
  kind: 'exportedRelatives',
  table: 'member_relatives',
  read,
  async resolve({ db }, rows) {
    const ids = await idsBy(
      db,
      'members',
      'id',
      rows.map(({ memberId }) => memberId),
    );
    for (const row of rows) {
      referenceOf(row, 'memberId', { ids, value: row.memberId, kind: 'exportedMembers' });
    }
  },
  async insert({ db, at }, _job, rows) {
    await db
      .insertInto('member_relatives')
      .values(
        rows.map((row) => ({
          id: row.id,
          main_member_id: row.memberId,
          seat: row.seat,
          first_name: row.firstName,
          last_name: row.lastName,
          email: row.email,
          date_of_birth: row.dateOfBirth,
          created_at: at,
          aged_out_at: instantOf(row.agedOutOn),
          consent_words: row.consentWords,
          consent_at: instantOf(row.consentOn),
          consent_source: row.consentSource,
        })),
      )
      .execute();
  },
});
