import { randomUUID } from 'node:crypto';
import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { StoredLine } from './open-lines.ts';
import { storePayout } from './payouts.ts';
import type { ChosenPart } from './record-on-wire.ts';

/** Why a match was made, as it is stored. */
export interface Because {
  certainty: Certainty;
  why: string;
}

/** Of a payment, or of a refund. */
export function livingMatches({ db }: Context, column: 'payment_id' | 'credit_use_id', id: string) {
  return db
    .selectFrom('bank_matches')
    .select('bank_matches.id')
    .where(`bank_matches.${column}`, '=', id)
    .where('bank_matches.reversed_at', 'is', null);
}

interface NewMatch extends Because {
  paymentId?: string;
  creditUseId?: string;
  payerKey?: string | null;
}

export async function insertMatch(
  ctx: Context,
  line: StoredLine,
  { kind, amountCents, feeCents }: ChosenPart,
  { certainty, why, paymentId, creditUseId, payerKey }: NewMatch,
): Promise<void> {
  const { db, at, by } = ctx;
  if (by === null) throw new Error('only an administrator can book a bank line');
  const id = randomUUID();
  await db
    .insertInto('bank_matches')
    .values({
      id,
      line_id: line.id,
      kind,
      amount_cents: amountCents,
      fee_cents: feeCents,
      payment_id: paymentId ?? null,
      credit_use_id: creditUseId ?? null,
      payer_key: payerKey ?? null,
      certainty,
      why,
      recorded_at: at,
      recorded_by: by.userId,
    })
    .execute();
  if (kind === 'payout') await storePayout(ctx, { id, day: line.day, amountCents });
}
