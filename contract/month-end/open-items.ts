import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { formatRand } from '#contract/money.ts';

/** What can wait when a month is closed, in the order of the dialog. */
export const openKinds = [
  'moneyIn',
  'moneyOut',
  'credits',
  'returned',
  'cardMessages',
  'proofs',
] as const;

/** `moneyIn` and `moneyOut`: lines of the bank. `amount`: of proofs, what their invoices have to pay. */
export const openItem = z.object({ kind: z.enum(openKinds), count: z.int(), amount: z.number() });
export type OpenItem = z.output<typeof openItem>;

const words: Readonly<Record<OpenItem['kind'], (count: number, rand: string) => string>> = {
  moneyIn: (count, rand) => `${counted(count, 'bank line')} of money in not booked, ${rand}`,
  moneyOut: (count, rand) => `${counted(count, 'bank line')} of money out not booked, ${rand}`,
  credits: (count, rand) => `${counted(count, 'credit')} owed to payers, ${rand}`,
  returned: (count, rand) =>
    `${counted(count, 'payment')} that went back after it was used, ${rand} owed by the payers`,
  cardMessages: (count, rand) => `${counted(count, 'card message')} not confirmed yet, ${rand}`,
  proofs: (count, rand) => `${counted(count, 'proof')} of payment waiting, ${rand} to pay`,
};

export function openItemInWords({ kind, count, amount }: OpenItem): string {
  return words[kind](count, formatRand(amount));
}
