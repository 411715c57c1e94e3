import { leastCardAmount } from '#contract/limits.ts';
import { paymentTexts, type PaymentKind } from '#contract/payments/endpoints.ts';
import { conflict, notFound } from '#server/errors.ts';
import {
  offersCard,
  paymentForm,
  type PaymentForm,
} from '#server/platform/payfast/payment-form.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import type { Context } from '#server/context.ts';
import { findPayable, payableKinds } from './payable.ts';

/** The signed form of an unpaid record. Every caller with the id may pay it. Writes nothing. product-rules 3.6, 7.8. */
export async function getPaymentForm(
  { db }: Context,
  site: { payfast: PayfastSettings; publicUrl: string },
  { type, id }: { type: PaymentKind; id: string },
): Promise<PaymentForm> {
  const record = await findPayable(db, { kind: payableKinds[type], id });
  if (record === undefined) throw notFound(paymentTexts.unknown);
  if (record.state === 'paid') throw conflict(paymentTexts.settled);
  if (record.state === 'writtenOff') throw conflict(paymentTexts.isWrittenOff);
  if (record.state === 'void') throw conflict(paymentTexts.isVoid);
  if (!offersCard(site.payfast)) throw conflict(paymentTexts.noCard);
  const { balanceCents: amountCents, firstName, lastName, email } = record;
  if (amountCents < leastCardAmount * 100) throw conflict(paymentTexts.tooSmall);
  return paymentForm(site.payfast, {
    kind: type,
    // Normalised by the database, because the URL may have the id in upper case.
    id: record.id,
    amountCents,
    payer: { firstName, lastName, email },
    publicUrl: site.publicUrl,
  });
}
