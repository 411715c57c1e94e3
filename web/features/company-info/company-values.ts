import type { CompanyInfo, updateCompanyInfo } from '#contract/company-info.ts';
import type { InputOf } from '#contract/endpoint.ts';

/** What the form holds: all that people edit of the record, and the counters. */
export type CompanyValues = InputOf<typeof updateCompanyInfo>['body'];
export type FieldName = keyof CompanyValues;

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  bank: 'Bank',
  accountNumber: 'Account number',
  branchCode: 'Branch code',
  accountType: 'Account type',
  swiftCode: 'SWIFT code',
  membershipExpiryDate: 'Membership expiry date',
  donationPreset1: 'First amount',
  donationPreset2: 'Second amount',
  donationPreset3: 'Third amount',
  vatNumber: 'VAT registration number',
  pboNumber: 'PBO number',
  lastUsedInvoiceNumber: 'Last used invoice number',
  lastUsedMemberNumber: 'Last used member number',
  notes: 'Notes',
};

const fieldNames = Object.keys(fieldLabels) as FieldName[];

export function valuesOf({ id: _id, ...company }: CompanyInfo): CompanyValues {
  return { ...company, membershipExpiryDate: company.membershipExpiryDate ?? '' };
}

/** Someone else saved meanwhile: which fields were typed here, and which of them there as well. */
export function compareEdits(
  filled: CompanyValues,
  typed: CompanyValues,
  latest: CompanyValues,
): { typedHere: FieldName[]; changedThere: FieldName[] } {
  const typedHere = fieldNames.filter(
    (name) => typed[name] !== filled[name] && typed[name] !== latest[name],
  );
  const changedThere = typedHere.filter((name) => latest[name] !== filled[name]);
  return { typedHere, changedThere };
}

/** What an EFT payer has to know. The SWIFT code is only for payments from abroad. */
const neededForEft = ['name', 'bank', 'accountNumber', 'branchCode', 'accountType'] as const;

export function missingForEft(values: CompanyValues): string[] {
  return neededForEft
    .filter((name) => !values[name]?.trim())
    .map((name) => (name === 'name' ? 'Name of the organisation' : fieldLabels[name]));
}
