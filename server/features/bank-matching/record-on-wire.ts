import type { BankMatch, Suggestion } from '#contract/bank-matching/endpoints.ts';
import { labelOf } from './suggestions/reasons.ts';
import { type LineSuggestion, nameOf, type PayableRecord } from './suggestions/world.ts';

export function recordOnWire(record: PayableRecord): NonNullable<BankMatch['record']> {
  const { kind, id, amountCents, balanceCents, state } = record;
  return {
    kind,
    id,
    name: labelOf(record),
    payer: nameOf(record),
    amount: amountCents / 100,
    balance: balanceCents / 100,
    state,
  };
}

export function suggestionOnWire({ certainty, why, parts }: LineSuggestion): Suggestion {
  return {
    certainty,
    why,
    parts: parts.map(({ kind, amountCents, record, targetId, payerName }) => ({
      kind,
      amount: amountCents / 100,
      record: record && recordOnWire(record),
      targetId,
      payerName,
    })),
  };
}
