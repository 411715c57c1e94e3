import type { CompanyInfo, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import type { InputOf } from '#contract/endpoint.ts';

/** The form's values: the editable fields and the counters. */
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

/**
 * If someone else saved in between: the fields that this user changed, and those that both
 * changed.
 */
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
