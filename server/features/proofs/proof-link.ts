import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#contract/fields.ts';
import type { AppDeps } from '#server/app-deps.ts';

type Installation = Pick<AppDeps, 'config' | 'secret'>;

/** Bytes. */
const idLength = 16;
const signatureLength = 16;

/**
 * The token of an invoice's link: its id, signed, so that each mail has the same link and nothing is
 * stored. Only a holder of the installation's secret can make one. product-rules 26.1.
 */
export function makeProofToken(secret: Uint8Array, invoiceId: string): string {
  const id = Buffer.from(invoiceId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, sign(secret, id)]).toString('base64url');
}

/** The invoice's id, or `null` if the token is not one of this installation. */
export function readProofToken(secret: Uint8Array, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idLength + signatureLength) return null;
  const id = bytes.subarray(0, idLength);
  if (!timingSafeEqual(bytes.subarray(idLength), sign(secret, id))) return null;
  const text = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(text) ? text : null;
}

function sign(secret: Uint8Array, id: Buffer): Buffer {
  const hash = createHmac('sha256', secret).update('proof of payment: ').update(id).digest();
  return hash.subarray(0, signatureLength);
}

/** For the mails that ask for a payment. */
export function proofUrlOf({ config, secret }: Installation) {
  return (invoiceId: string) =>
    `${config.publicUrl}/proof-of-payment?token=${makeProofToken(secret, invoiceId)}`;
}
