import { createHmac, randomInt } from 'node:crypto';
import {
  encodeFields,
  receiveFields,
  textOf,
  type Field,
} from '#server/platform/payfast/fields.ts';

/**
 * The provider's number of a payment, as the value of `pf_payment_id`: six random digits and nine
 * that prove that this simulator made it for just these fields. So it can confirm after a restart,
 * and in another process, and keeps no list.
 */
export function numberPayment(secret: Uint8Array, fields: Field[]): Field[] {
  const random = String(randomInt(100_000, 1_000_000));
  return withNumber(fields, random + proof(secret, fields, random));
}

/** Whether the parameters are those of a payment that was numbered here. */
export function isOurPayment(secret: Uint8Array, parameters: Buffer): boolean {
  const fields = receiveFields(parameters).map(textOf);
  const number = fields.find(({ name }) => name === 'pf_payment_id')?.value ?? '';
  const random = number.slice(0, 6);
  return (
    encodeFields(withNumber(fields, number)) === parameters.toString('latin1') &&
    number === random + proof(secret, fields, random)
  );
}

function proof(secret: Uint8Array, fields: Field[], random: string): string {
  const text = `payfast-simulator ${encodeFields(withNumber(fields, random))}`;
  const digest = createHmac('sha256', secret).update(text).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0');
}

function withNumber(fields: Field[], number: string): Field[] {
  return fields.map(({ name, value }) => ({
    name,
    value: name === 'pf_payment_id' ? number : value,
  }));
}
