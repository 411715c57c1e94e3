import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { encodeFields } from '#server/platform/payfast/fields.ts';
import { notificationSignature } from '#server/platform/payfast/signature.ts';
import { processNotification } from '#server/features/payments/notifications/process-notification.ts';
import { receiveNotification } from '#server/features/payments/notifications/receive-notification.ts';
import type { Context } from '#server/context.ts';

export interface CardPayment {
  kind: PaymentKind;
  recordId: string;
  /** Rand. */
  amount: number;
  status?: 'COMPLETE' | 'CANCELLED';
}

/** Card payments with notifications and confirmations from a simulated provider. */
export async function withCards(
  deps: AppDeps,
  whilePaying: (pay: (ctx: Context, payment: CardPayment) => Promise<void>) => Promise<void>,
): Promise<void> {
  const provider = createServer((_, response) => response.end('VALID'));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const payfast = { ...deps.config.payfast, validateUrl: `http://127.0.0.1:${port}/` };
  let last = 1_089_250;

  async function pay(ctx: Context, { kind, recordId, amount, status = 'COMPLETE' }: CardPayment) {
    last += 1;
    const fields = {
      m_payment_id: recordId,
      pf_payment_id: String(last),
      payment_status: status,
      amount_gross: amount.toFixed(2),
      ...(status === 'COMPLETE' && feeFields(amount)),
      merchant_id: payfast.merchantId,
    };
    const encoded = encodeFields(Object.entries(fields).map(([name, value]) => ({ name, value })));
    const signature = notificationSignature(encoded, payfast.passphrase);
    const body = Buffer.from(`${encoded}&signature=${signature}`);
    await receiveNotification(ctx, payfast, { kind, body, sourceAddress: '127.0.0.1' });
    const { id } = await ctx.db
      .selectFrom('card_notifications')
      .select('id')
      .where('provider_id', '=', String(last))
      .executeTakeFirstOrThrow();
    const clock = { now: () => ctx.at };
    await processNotification({ db: ctx.db, queue: ctx.queue, clock, payfast }, id);
  }

  try {
    await whilePaying(pay);
  } finally {
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  }
}

/** As PayFast charges: 3.5 % and R2.00. */
function feeFields(amount: number) {
  const feeCents = Math.round(amount * 3.5) + 200;
  const written = (cents: number) => (cents / 100).toFixed(2);
  return {
    amount_fee: written(-feeCents),
    amount_net: written(Math.round(amount * 100) - feeCents),
  };
}

/** A cancelled payment, and a repeated charge that results in a credit. */
export async function payTwice(
  ctx: Context,
  byCard: (ctx: Context, payment: CardPayment) => Promise<void>,
): Promise<void> {
  const [latest, earlier] = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('donations as d', 'd.payment_id', 'p.id')
    .select(['d.id', 'd.amount_cents as cents'])
    .where('p.source', '=', 'payfast')
    .orderBy('p.recorded_at', 'desc')
    .limit(2)
    .execute();
  for (const [row, status] of [
    [latest, 'COMPLETE'],
    [earlier, 'CANCELLED'],
  ] as const) {
    if (!row) continue;
    await byCard(ctx, { kind: 'donation', recordId: row.id, amount: row.cents / 100, status });
  }
}
