import { mostFeePercent } from '#contract/bank-matching/parts.ts';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import type { ChosenPart } from './record-on-wire.ts';

type Targeted = Extract<ChosenPart, { targetId: string }>;

/** A shortage of cash is no fee, and a line with much less is of another payment. */
export function refuseLargeFee({ amountCents, feeCents }: Targeted, method: string): void {
  if (feeCents > 0 && method === 'Cash') throw conflict(texts.noCashFee);
  if (feeCents * 100 > (amountCents + feeCents) * mostFeePercent) throw conflict(texts.largeFee);
}

/** No more comes back of a fee than was kept. */
export async function refuseFeeBack(
  { db }: Context,
  { targetId, feeCents }: Targeted,
): Promise<void> {
  if (feeCents === 0) return;
  const kept = await db
    .selectFrom('bank_matches')
    .select('fee_cents')
    .where('payment_id', '=', targetId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  const keptCents = kept?.fee_cents ?? 0;
  if (feeCents > keptCents) throw conflict(texts.noFeeBack(keptCents / 100));
}
