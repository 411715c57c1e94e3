import { sql } from 'kysely';
import { statusNames } from '#contract/member-statuses.ts';
import { readCompanyInfo } from '#server/company-info/queries.ts';
import { updateCompanyInfo } from '#server/company-info/update-company-info.ts';
import { statusId } from '#server/member-statuses/queries.ts';
import type { Work } from '#server/work.ts';

export async function describeOrganisation(work: Work) {
  const { id } = await readCompanyInfo(work.db);
  await updateCompanyInfo(work, id, {
    name: 'Bushveld Conservation Trust',
    email: 'office@example.org',
    phone: '015 555 0100',
    address: '1 Marula Street\nHoedspruit\n1380',
    bank: 'First National Bank',
    accountType: 'Cheque',
    branchCode: '250655',
    accountNumber: '0062000123',
    swiftCode: 'FIRNZAJJ',
  });
}

export async function deactivateSome({ db }: Work) {
  const some = await db
    .selectFrom('members')
    .select('id')
    .where('number', 'is not', null)
    // Every fortieth, so that they are spread over the list.
    .where(sql<boolean>`number % 40 = 3`)
    .execute();
  await db
    .updateTable('members')
    .set({
      member_status_id: await statusId(db, statusNames.deactivated),
      deactivated_reason: 'Asked to leave: moved abroad',
    })
    .where(
      'id',
      'in',
      some.map(({ id }) => id),
    )
    .execute();
}
