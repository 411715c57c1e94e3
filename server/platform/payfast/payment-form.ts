import { type PaymentKind, paymentTexts } from '#contract/payments/endpoints.ts';
import { badField } from '#server/errors.ts';
import { writeAmount } from './amount.ts';
import { trim } from './encode.ts';
import type { Field } from './fields.ts';
import { formSignature } from './signature.ts';
import type { PayfastSettings } from './settings.ts';

interface Payer {
  firstName: string;
  lastName: string;
  email: string;
}

export interface CardPayment {
  kind: PaymentKind;
  /** The invoice's or the donation's. */
  id: string;
  amountCents: number;
  payer: Payer;
  publicUrl: string;
}

/** What the browser posts, in posting order. */
export interface PaymentForm {
  action: string;
  fields: Field[];
}

const itemNames = { subscription: 'TGA - Membership Payment', donation: 'TGA - Donation' };
const longest = 100;

type Mode = Pick<PayfastSettings, 'mode'>;

/** Whether people may pay by card at all. */
export function offersCard({ mode }: Mode): boolean {
  return mode !== 'off';
}

/** Whether a payment by card moves no money. */
export function takesTestPayments({ mode }: Mode): boolean {
  return mode === 'simulator' || mode === 'sandbox';
}

/** Nobody begins a payment by card that could never be made. */
export function assertOffered(settings: Mode, paymentType: string | null | undefined): void {
  if (paymentType === 'Credit Card' && !offersCard(settings)) {
    throw badField('paymentType', paymentTexts.noCard);
  }
}

/** The signed form. The order is the provider's, and its signature depends on it. */
export function paymentForm(settings: PayfastSettings, payment: CardPayment): PaymentForm {
  const { kind, id, payer, publicUrl } = payment;
  const values = {
    merchant_id: settings.merchantId,
    merchant_key: settings.merchantKey,
    return_url: `${publicUrl}/payment/${kind}/return/${id}`,
    cancel_url: `${publicUrl}/payment/${kind}/cancelled/${id}`,
    notify_url: `${publicUrl}/api/payments/payfast/${kind}`,
    name_first: cleanName(payer.firstName),
    name_last: cleanName(payer.lastName),
    email_address: cleanEmail(payer.email),
    m_payment_id: id,
    amount: writeAmount(payment.amountCents),
    item_name: itemNames[kind],
  };
  const fields = Object.entries(values)
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value !== '');
  const signature = { name: 'signature', value: formSignature(fields, settings.passphrase) };
  return { action: settings.processUrl, fields: [...fields, signature] };
}

/** Where the page's policy (`form-action`) must let the form go, and be redirected to. */
export function paymentOrigins({ mode, processUrl }: PayfastSettings): string[] {
  if (mode === 'off') return [];
  const { origin } = new URL(processUrl);
  // The provider has begun to send people on to there.
  return mode === 'simulator' ? [origin] : [origin, 'https://payment.payfast.io'];
}

/** Posted and signed alike, so that no one's cleaning in between can part the two. */
function cleanName(name: string): string {
  return trim(cut(trim(name.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '))));
}

function cut(text: string): string {
  // Half of a surrogate pair would be signed as one thing and posted as another.
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

/** A cut address would be someone else's; the provider can do without. */
function cleanEmail(email: string): string {
  const clean = trim(email);
  return clean.length > longest || /\p{Cc}/u.test(clean) ? '' : clean.toWellFormed();
}
