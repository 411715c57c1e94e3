import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { AskedRecord } from './asked-amounts.ts';
import { recordCardOutcome } from './card-record.ts';
import type { SettleOutcome } from './record-payment.ts';
import { settleDonation } from './settle-donation.ts';
import { settleInvoice } from './settle-invoice.ts';

interface CardMoney {
  /** The provider's number of the payment. */
  providerId: string;
  amountCents: number;
  paidOn: Day;
}

/**
 * Records confirmed card money for a locked record. What it can count counts. The rest is a credit, and so is
 * all of an amount that was never asked. The administrators are mailed about each credit. product-rules 6.11.
 */
export async function settleCardMoney(
  ctx: Context,
  { kind, id, askedCents }: Pick<AskedRecord, 'kind' | 'id' | 'askedCents'>,
  { providerId, amountCents, paidOn }: CardMoney,
): Promise<SettleOutcome> {
  const input = {
    source: 'payfast',
    externalReference: `payfast:${providerId}`,
    paidOn,
    amountCents,
    wasAsked: askedCents.includes(amountCents),
  } as const;
  const { outcome, paymentId } =
    kind === 'subscription'
      ? await settleInvoice(ctx, { invoiceId: id, ...input })
      : await settleDonation(ctx, { donationId: id, ...input });
  if (paymentId === undefined) return outcome;
  // A failure before it is no longer the last outcome.
  await recordCardOutcome(ctx.db, { kind, id }, null);
  await mailCredit(ctx, paymentId);
  return outcome;
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
