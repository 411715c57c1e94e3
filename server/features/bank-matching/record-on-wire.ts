import type { BankMatch, bookMoneyLine, Suggestion } from '#contract/bank-matching/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import { kindsOnWire, labelOf, type Payable } from '#server/features/payments/payable.ts';
import { type LineSuggestion, nameOf } from './suggestions/world.ts';

export function recordOnWire(record: Payable): NonNullable<BankMatch['record']> {
  const { id, amountCents, balanceCents, state } = record;
  return {
    kind: kindsOnWire[record.kind],
    id,
    name: labelOf(record),
    payer: nameOf(record),
    amount: amountCents / 100,
    balance: balanceCents / 100,
    state,
  };
}

export function suggestionOnWire({
  certainty,
  why,
  parts,
  credits = [],
}: LineSuggestion): Suggestion {
  return {
    certainty,
    why,
    parts: parts.map(({ kind, amountCents, record, targetId, payerName, feeCents }) => ({
      kind,
      amount: amountCents / 100,
      record: record && recordOnWire(record),
      targetId,
      payerName,
      fee: feeCents / 100,
    })),
    credits: credits.map(({ id, payerName, cents }) => ({
      id,
      payer: payerName,
      amount: cents / 100,
    })),
  };
}

/** A part of a line, as an administrator chose it. */
export type ChosenPart = ReturnType<typeof partInCents>;

export function partInCents({ amount, ...part }: BodyOf<typeof bookMoneyLine>['parts'][number]) {
  const seen = 'seenBalance' in part ? part.seenBalance : null;
  const seenBalanceCents = seen == null ? undefined : centsOf(seen);
  const fee = 'fee' in part ? part.fee : null;
  const feeCents = fee == null ? 0 : centsOf(fee);
  return { ...part, amountCents: centsOf(amount), feeCents, seenBalanceCents };
}
