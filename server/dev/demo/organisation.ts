import { readCompanyInfo } from '#server/features/company-info/queries.ts';
import { updateCompanyInfo } from '#server/features/company-info/update-company-info.ts';
import { updateMemberType } from '#server/features/member-types/change-member-types.ts';
import { allMemberTypes } from '#server/features/member-types/queries.ts';
import type { Context } from '#server/context.ts';

/** Of invoices and donations, and of the statements. */
export const accountNumber = '62000012345';

export async function describeOrganisation(ctx: Context) {
  const { id } = await readCompanyInfo(ctx.db);
  await updateCompanyInfo(ctx, id, {
    name: 'Bushveld Conservation Trust',
    email: 'office@example.org',
    phone: '015 555 0100',
    address: '1 Marula Street\nHoedspruit\n1380',
    bank: 'First National Bank',
    accountType: 'Cheque',
    branchCode: '250655',
    accountNumber,
    swiftCode: 'FIRNZAJJ',
    whyGive:
      'We look after 4,200 hectares of bushveld and its ground hornbills. R250 pays a ranger for a day, and R1000 feeds an orphaned hornbill chick until it can fly.',
  });
  for (const { id: typeId, fee } of await allMemberTypes(ctx.db)) {
    await updateMemberType(ctx, typeId, { fee });
  }
}
