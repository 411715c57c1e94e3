import { readAmount } from './amount.ts';
import { encodeFields, receiveFields, textOf, type Field } from './fields.ts';

/** What the provider tells of a payment. Everything but the signature itself is signed. */
export interface Notification {
  /** In the order received, to be shown to people. */
  fields: Field[];
  /** The fields as received, byte for byte, for the signature and the provider's confirmation. */
  parameters: string;
  signature: string | null;
  /** The invoice's or the donation's id, as the form gave it. */
  mPaymentId: string | null;
  /** The provider's own number of the payment. */
  pfPaymentId: string | null;
  paymentStatus: string | null;
  /** `null` when it is no plain decimal. */
  amountCents: number | null;
  /** What the provider keeps, which it writes as less than nothing. */
  feeCents: number | null;
  merchantId: string | null;
  payerName: string | null;
}

/** Reads any posted body without throwing. A missing or repeated field is `null`. */
export function readNotification(raw: Buffer): Notification {
  const received = receiveFields(raw);
  const end = received.findIndex(({ name }) => name.toString() === 'signature');
  // What follows the signature is not covered by it, so that nobody may add to a real one.
  const signed = end === -1 ? received : received.slice(0, end);
  const fields = signed.map(textOf);
  const signature = received.slice(signed.length, signed.length + 1).map(textOf);
  const amount = only(fields, 'amount_gross');
  return {
    fields,
    parameters: encodeFields(signed),
    signature: signature[0]?.value ?? null,
    mPaymentId: only(fields, 'm_payment_id'),
    pfPaymentId: only(fields, 'pf_payment_id'),
    paymentStatus: only(fields, 'payment_status'),
    amountCents: amount === null ? null : readAmount(amount),
    feeCents: readAmount(only(fields, 'amount_fee')?.replace(/^-/, '') ?? ''),
    merchantId: only(fields, 'merchant_id'),
    payerName: payerNameIn(fields),
  };
}

const longestName = 100;

function payerNameIn(fields: Field[]): string | null {
  const names = ['name_first', 'name_last'].map((name) => only(fields, name) ?? '');
  const name = names.join(' ').toWellFormed().replaceAll('\u0000', '').trim();
  return Array.from(name).slice(0, longestName).join('').trim() || null;
}

function only(fields: Field[], fieldName: string): string | null {
  const [first, second] = fields.filter(({ name }) => name === fieldName);
  return first && !second && first.value !== '' ? first.value : null;
}
