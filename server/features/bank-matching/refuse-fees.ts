import { mostFeePercent } from '#contract/bank-matching/parts.ts';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { namedLine, type StoredLine } from './open-lines.ts';
import type { ChosenPart } from './record-on-wire.ts';

type Targeted = Extract<ChosenPart, { targetId: string }>;

/** A shortage of cash is no fee, and a line with much less is of another payment. */
export function refuseLargeFee(
  line: StoredLine,
  { amountCents, feeCents }: Targeted,
  method: string,
): void {
  if (feeCents > 0 && method === 'Cash') throw conflict(texts.noCashFee(namedLine(line)));
  if (feeCents * 100 > (amountCents + feeCents) * mostFeePercent)
    throw conflict(texts.largeFee(namedLine(line)));
}

/** What was kept of the whole line is none of cash either. */
export async function refuseFeeOfCash({ db }: Context, line: StoredLine): Promise<void> {
  const matches = await db
    .selectFrom('bank_matches as m')
    .leftJoin('payments as p', 'p.id', 'm.payment_id')
    .select(['m.kind', 'p.method'])
    .where('m.line_id', '=', line.id)
    .where('m.reversed_at', 'is', null)
    .execute();
  const isKept = matches.some(({ kind }) => kind === 'kept-fee' || kind === 'kept-charge');
  const isCash = matches.some(({ kind, method }) => kind === 'recorded' && method === 'Cash');
  if (isKept && isCash) throw conflict(texts.noCashFee(namedLine(line)));
}

/** No more comes back of a fee than was kept. */
export async function refuseFeeBack(
  { db }: Context,
  line: StoredLine,
  { part: { targetId, feeCents }, brought }: { part: Targeted; brought: Targeted | undefined },
): Promise<void> {
  if (feeCents === 0) return;
  const kept = await db
    .selectFrom('bank_matches')
    .select('fee_cents')
    .where('payment_id', '=', targetId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  const keptCents = kept?.fee_cents ?? brought?.feeCents ?? 0;
  if (feeCents > keptCents) throw conflict(texts.noFeeBack(keptCents / 100, namedLine(line)));
}
