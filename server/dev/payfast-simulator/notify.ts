import { writeAmount } from '#server/platform/payfast/amount.ts';
import { encodeFields } from '#server/platform/payfast/fields.ts';
import { notificationSignature } from '#server/platform/payfast/signature.ts';
import type { PostedForm } from './check-form.ts';
import { notificationFields } from './documented-fields.ts';
import { numberPayment } from './payment-number.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

type Status = 'COMPLETE' | 'FAILED';

/** Tells the application of the payment, once, as the provider's sandbox does. */
export async function notify(
  deps: SimulatorDeps,
  { values, amountCents }: PostedForm,
  status: Status,
): Promise<void> {
  const body = notificationOf(deps, { values, amountCents }, status);
  try {
    const reply = await fetch(values.get('notify_url') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    });
    await reply.body?.cancel();
    if (reply.status === 200) deps.log.info({ status }, 'the simulator sent a notification');
    else deps.log.warn({ answer: reply.status }, 'a notification of the simulator was not taken');
  } catch (error) {
    deps.log.warn({ err: error }, 'a notification of the simulator did not arrive');
  }
}

/** The signed body, a new payment number each time. */
function notificationOf(
  { settings, secret }: SimulatorDeps,
  { values, amountCents }: PostedForm,
  status: Status,
): string {
  const feeCents = status === 'COMPLETE' ? feeOf(amountCents) : 0;
  const told: Record<string, string> = {
    payment_status: status,
    amount_gross: writeAmount(amountCents),
    amount_fee: feeCents === 0 ? '0.00' : `-${writeAmount(feeCents)}`,
    amount_net: status === 'COMPLETE' ? writeAmount(amountCents - feeCents) : '0.00',
  };
  const fields = notificationFields.map((name) => ({
    name,
    value: told[name] ?? values.get(name) ?? '',
  }));
  const parameters = encodeFields(numberPayment(secret, fields));
  return `${parameters}&signature=${notificationSignature(parameters, settings.passphrase)}`;
}

/** Something like what a card payment costs: 3.5 % and R1.50. */
function feeOf(amountCents: number): number {
  return Math.round(amountCents * 0.035) + 150;
}
