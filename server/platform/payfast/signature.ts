import { createHash, timingSafeEqual } from 'node:crypto';
import { encode, trim } from './encode.ts';
import { encodeFields, type Field } from './fields.ts';
import type { Notification } from './notification.ts';

/** Of a form, over its fields in the documented order: trimmed, blanks left out. */
export function formSignature(fields: readonly Field[], passphrase: string): string {
  const signed = fields
    .map(({ name, value }) => ({ name, value: trim(value) }))
    .filter(({ value }) => value !== '');
  return sign(encodeFields(signed), passphrase);
}

/** Of a notification, over its fields as received: untrimmed, blanks included. */
export function notificationSignature(parameters: string, passphrase: string): string {
  return sign(parameters, passphrase);
}

/**
 * Whether the notification was signed with this passphrase. Payers know a signed payment form, which is signed
 * in the same way: only a form has the merchant key.
 */
export function isSigned(
  { fields, signature, parameters }: Notification,
  passphrase: string,
): boolean {
  if (fields.some(({ name }) => name === 'merchant_key')) return false;
  return isSameSignature(signature, notificationSignature(parameters, passphrase));
}

function sign(parameters: string, passphrase: string): string {
  const text = passphrase === '' ? parameters : `${parameters}&passphrase=${encode(passphrase)}`;
  return createHash('md5').update(text).digest('hex');
}

/** Takes equally long wherever the two differ. */
export function isSameSignature(actual: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(actual ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
