import * as z from 'zod/mini';
import {
  bankRuleTexts,
  changedBankDetails,
  joinDigits,
  wrongBankDetails,
} from '#contract/company-info/bank-rules.ts';
import {
  type CompanyInfo,
  companyInfoForm,
  companyInfoTexts,
  type updateCompanyInfo,
} from '#contract/company-info/endpoints.ts';
import type { InputOf } from '#contract/endpoint.ts';

/** The form's values: the editable fields and the counters. */
export type CompanyValues = InputOf<typeof updateCompanyInfo>['body'];
export type FieldName = keyof CompanyValues;

/** A changed account number is typed twice. product-rules 6.16. */
export interface FormValues extends CompanyValues {
  accountNumberAgain: string;
}

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
  vatBasis: companyInfoTexts.vatBasis,
  pboNumber: 'PBO number',
  whyGive: 'Why to give',
  lastUsedInvoiceNumber: 'Last used invoice number',
  lastUsedMemberNumber: 'Last used member number',
  notes: 'Notes',
};

const fieldNames = Object.keys(fieldLabels) as FieldName[];

export function valuesOf(company: CompanyInfo): CompanyValues {
  const values = fieldNames.map((name) => [name, company[name]] as const);
  return {
    ...(Object.fromEntries(values) as CompanyValues),
    membershipExpiryDate: company.membershipExpiryDate ?? '',
  };
}

/** Whether the account number has to be typed again: it was changed, and not only emptied. */
export function needsAccountAgain(filled: CompanyValues, typed: CompanyValues): boolean {
  return (changedBankDetails(filled, typed).accountNumber ?? '') !== '';
}

/** The contract's rules, and those for bank details that differ from what the form was filled from. */
export function companyRules(filled: CompanyValues) {
  const rules = z.object({ ...companyInfoForm.shape, accountNumberAgain: z.string() }).check(
    z.check<FormValues>(
      ({ value, issues }) => {
        const wrong = wrongBankDetails(changedBankDetails(filled, value));
        const again = joinDigits(value.accountNumberAgain);
        const isSame = again === joinDigits(value.accountNumber ?? '');
        const problems = [
          ...wrong,
          ...(needsAccountAgain(filled, value) && !isSame
            ? [{ field: 'accountNumberAgain', message: bankRuleTexts.notSame }]
            : []),
        ];
        for (const { field, message } of problems) {
          issues.push({ code: 'custom', input: value, path: [field], message });
        }
      },
      { when: () => true },
    ),
  );
  return rules as z.ZodMiniType<z.output<typeof rules>, FormValues>;
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
