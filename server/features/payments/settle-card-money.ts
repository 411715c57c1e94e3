import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { AskedRecord } from './asked-amounts.ts';
import { insertMoney, type NewMoney } from './credits/record-money.ts';
import { recordCardOutcome } from './payable.ts';
import type { Recorded, SettleOutcome } from './record-payment.ts';
import { settlePayable } from './settle-payable.ts';

interface CardMoney {
  /** The provider's number of the payment. */
  providerId: string;
  /** As the provider says. */
  payerName: string;
  amountCents: number;
  paidOn: Day;
  /** In test mode: no money moved. */
  isTest?: boolean;
}

/**
 * Records confirmed card money for a locked record. What it can count counts. The rest is a credit, and so is
 * all of an amount that was never asked, of one that does not reach a donation, and of one for a deleted record. The
 * administrators are mailed about each credit. product-rules 6.11.
 */
export async function settleCardMoney(
  ctx: Context,
  record: AskedRecord,
  money: CardMoney,
): Promise<SettleOutcome> {
  const { outcome, paymentId } = await recordMoney(ctx, record, money);
  if (paymentId === undefined) return outcome;
  // A failure before it is no longer the last outcome of a record that stays open.
  if (outcome !== 'settled') await recordCardOutcome(ctx.db, record, null);
  await mailCredit(ctx, paymentId);
  return outcome;
}

async function recordMoney(
  ctx: Context,
  { kind, id, amountCents: wholeCents, askedCents, isDeleted }: AskedRecord,
  { providerId, payerName, amountCents, paidOn, isTest }: CardMoney,
): Promise<Recorded> {
  const source = 'payfast';
  const externalReference = `payfast:${providerId}`;
  if (isDeleted) {
    const money = {
      source,
      payerName,
      amountCents,
      paidOn,
      isTest,
      paidBy: 'Credit Card',
    } as const;
    return recordWithoutRecord(ctx, { ...money, externalReference });
  }
  // A donation is received whole.
  const isTooLittle = kind === 'donation' && amountCents < wholeCents;
  const wasAsked = askedCents.includes(amountCents) && !isTooLittle;
  const input = { source, externalReference, paidOn, amountCents, wasAsked, isTest } as const;
  return settlePayable(ctx, { kind, id }, input);
}

async function recordWithoutRecord(
  ctx: Context,
  money: NewMoney & { externalReference: string },
): Promise<Recorded> {
  const known = await ctx.db
    .selectFrom('payments')
    .select('payer_name')
    .where('external_reference', '=', money.externalReference)
    .executeTakeFirst();
  if (known === undefined) return { outcome: 'credit', paymentId: await insertMoney(ctx, money) };
  return { outcome: known.payer_name === null ? 'reference-used-elsewhere' : 'already-paid' };
}

async function mailCredit(ctx: Context, paymentId: string): Promise<void> {
  const { credit_cents: creditCents } = await ctx.db
    .selectFrom('payments')
    .select('credit_cents')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (creditCents === 0) return;
  await mailAdministrators(ctx, 'card-credit', { paymentId, creditCents });
}
