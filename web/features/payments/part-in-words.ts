import { partTexts } from '#contract/payments/part-payment.ts';

/** What another amount than the balance leaves; '' if it is the balance or no amount. */
export function partInWords(rand: number, balance: number): string {
  const cents = Math.round((balance - rand) * 100);
  if (Number.isNaN(cents) || cents === 0) return '';
  return cents > 0 ? partTexts.staysOpen(cents / 100) : partTexts.becomesCredit(-cents / 100);
}
