import { donationReference, invoiceNumber } from '#contract/numbers.ts';

/** What a payment reference begins with: `INV` for an invoice, `DON` for a donation. */
export const kinds = ['INV', 'DON'] as const;
export type ReferenceKind = (typeof kinds)[number];

/** Without the letters that people and programs take for digits: B D G I L O Q S Z. */
const checkLetters = 'ACEFHJKMNPRTUVWXY';

/** Different for each kind, so that `DON` for `INV` is noticed. */
const offsets = { INV: 15, DON: 7 } as const;

/**
 * The remainder by 17, as a letter. 17 is prime and no divisor of a power of ten, so every wrong digit
 * and every swap of neighbouring digits changes it. Decision 66.
 */
export function checkLetter(kind: ReferenceKind, number: number): string {
  return checkLetters.charAt((number + offsets[kind]) % checkLetters.length);
}

/** `INV-00042-K`: what the payer writes on a bank transfer, at most 20 characters. product-rules 6.36. */
export function paymentReference(kind: ReferenceKind, number: number): string {
  return `${recordNumber(kind, number)}-${checkLetter(kind, number)}`;
}

/** `INV-00042` or `DON-00042`. */
export function recordNumber(kind: ReferenceKind, number: number): string {
  return kind === 'INV' ? invoiceNumber(number) : donationReference(number);
}
