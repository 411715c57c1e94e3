import type { BankMatch, MatchKind, SuggestedPart } from '#contract/bank-matching/endpoints.ts';
import { kindName, matchingWords } from '#contract/bank-matching/page-texts.ts';
import { formatLargeRand } from '#contract/money.ts';

type Part = Pick<SuggestedPart, 'kind' | 'amount' | 'record' | 'payerName'> & { fee?: number };

/** "INV-00042, J Smith, R650.00", "Credit of J Smith, R50.00", "Bank charge, R8.50". */
export function partInWords(part: Part, isMoneyIn: boolean): string {
  const { kind, amount, fee = 0 } = part;
  const less = fee === 0 ? '' : ` (${feeInWords(kind, fee)})`;
  return `${titleOf(part, isMoneyIn)}, ${formatLargeRand(amount)}${less}`;
}

/** A fee that was kept of a payment, or given back with it. */
export function feeInWords(kind: MatchKind, fee: number): string {
  return kind === 'reversal' ? matchingWords.feeBack(fee) : matchingWords.lessFee(fee);
}

/** What a part is, without its amount. */
export function titleOf({ kind, record, payerName }: Part, isMoneyIn: boolean): string {
  const of = record === null ? '' : `${record.name}, ${record.payer}`;
  if (of !== '' && (kind === 'invoice' || kind === 'donation')) return of;
  const name = kindName(kind, isMoneyIn);
  if (of !== '') return `${name}: ${of}`;
  return payerName === '' ? name : `${name} of ${payerName}`;
}

/** All parts, in their order. */
export function partsInWords(
  parts: readonly (SuggestedPart | BankMatch)[],
  isMoneyIn: boolean,
): string {
  return parts.map((part) => partInWords(part, isMoneyIn)).join('; ');
}
