import { type EftDetails, referenceLabel, swiftLabel } from '#contract/invoices/bank-details.ts';
import type { Issuer } from '#server/platform/db/tables.ts';

export interface BankDetail {
  label: string;
  value: string;
  isStrong?: boolean;
}

/** Where to pay, in the order in which a bank's app asks for it. Blank fields are left out. */
export function bankDetails(issuer: Issuer, reference: string): BankDetail[] {
  if (issuer.accountNumber.trim() === '') return [];
  const details: BankDetail[] = [
    { label: 'Account holder', value: issuer.name },
    { label: 'Bank', value: issuer.bank },
    { label: 'Account number', value: issuer.accountNumber },
    { label: 'Branch code', value: issuer.branchCode },
    { label: 'Account type', value: issuer.accountType },
    { label: swiftLabel, value: issuer.swiftCode },
    { label: referenceLabel, value: reference, isStrong: true },
  ];
  return details.filter(({ value }) => value.trim() !== '');
}

/** For the reply to a person who has just chosen EFT. product-rules 6.15. */
export function eftDetailsOf(issuer: Issuer, reference: string, amount: number): EftDetails {
  const lines = bankDetails(issuer, reference).filter(({ label }) => label !== referenceLabel);
  return {
    amount,
    reference,
    bankDetails: lines.map(({ label, value }) => ({ label, value })),
  };
}
