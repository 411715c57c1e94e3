import type { Meaning } from '#contract/bank-statements/layouts.ts';

/** In the order in which they are tried: "Credit amount" is money in, not an amount. */
const names: readonly [Meaning, RegExp][] = [
  ['day', /date|datum|\bday\b/i],
  ['moneyIn', /money in|credit|deposit|krediet|\bin\b/i],
  ['moneyOut', /money out|debit|withdrawal|debiet|\bout\b/i],
  ['balance', /balance|saldo/i],
  ['amount', /amount|bedrag|value/i],
  ['reference', /reference|verwysing/i],
  ['text', /description|details|narrative|text|beskrywing|particulars/i],
];

/** What the headings say. Each meaning is given once. */
export function guessMeanings(headings: readonly string[]): (Meaning | null)[] {
  const taken = new Set<Meaning>();
  const guesses = headings.map((heading) => {
    const found = names.find(([meaning, name]) => !taken.has(meaning) && name.test(heading));
    if (found === undefined) return null;
    taken.add(found[0]);
    return found[0];
  });
  // One column with the amount, or both of the others.
  const isApart = taken.has('moneyIn') && taken.has('moneyOut');
  return guesses.map((meaning) => {
    if (meaning === 'amount' && isApart) return null;
    return (meaning === 'moneyIn' || meaning === 'moneyOut') && !isApart ? null : meaning;
  });
}
