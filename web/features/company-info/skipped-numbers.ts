import type { CompanyInfo } from '#contract/company-info.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import type { CompanyValues } from './company-values.ts';

/** "INV-00061 to INV-00099 will be skipped." */
export function skippedText(write: (number: number) => string, saved: number, typed: number) {
  const first = write(saved + 1);
  return typed === saved + 1
    ? `${first} will be skipped.`
    : `${first} to ${write(typed)} will be skipped.`;
}

/** One sentence for each counter that the form would raise. */
export function skippedNumbers(saved: CompanyInfo, typed: Partial<CompanyValues>): string[] {
  const counters = [
    { write: invoiceNumber, from: saved.lastUsedInvoiceNumber, to: typed.lastUsedInvoiceNumber },
    { write: membershipNumber, from: saved.lastUsedMemberNumber, to: typed.lastUsedMemberNumber },
  ];
  return counters.flatMap(({ write, from, to }) =>
    typeof to === 'number' && to > from ? [skippedText(write, from, to)] : [],
  );
}
