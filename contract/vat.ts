/** Percent, the rate in South Africa. An invoice keeps the rate of the day on which it was issued. */
export const vatPercent = 15;

/** The tax that an amount contains, in cents. */
export function vatWithin(amountCents: number, percent: number): number {
  return Math.round((amountCents * percent) / (100 + percent));
}

/** On which accounting basis the organisation declares VAT, as SARS granted it. */
export const vatBases = ['payments', 'invoices'] as const;
export type VatBasis = (typeof vatBases)[number];
