import { createHmac, timingSafeEqual } from 'node:crypto';
import { proofLinkDays } from '#contract/proofs/endpoints.ts';
import { isId } from '#contract/fields.ts';
import type { AppDeps } from '#server/app-deps.ts';

type Installation = Pick<AppDeps, 'clock' | 'config' | 'secret'>;

/** Bytes. */
const idLength = 16;
const dayLength = 2;
const signatureLength = 16;
/** The highest bit of the day, which it needs in the year 2059. */
const mailedBit = 0x8000;

const dayMs = 24 * 3_600_000;

/** Days since 1970. */
const dayNumber = (at: Date) => Math.floor(at.getTime() / dayMs);

/**
 * The token of an invoice's link: its id and the day, signed, so that nothing is stored. Only a holder of the
 * installation's secret can make one. Each mail has a new one. product-rules 26.1.
 */
export function makeProofToken(
  secret: Uint8Array,
  invoiceId: string,
  at: Date,
  { isMailed } = { isMailed: false },
): string {
  const signed = Buffer.alloc(idLength + dayLength);
  signed.write(invoiceId.replaceAll('-', ''), 'hex');
  signed.writeUInt16BE(dayNumber(at) | (isMailed ? mailedBit : 0), idLength);
  return Buffer.concat([signed, sign(secret, signed)]).toString('base64url');
}

export interface ProofToken {
  invoiceId: string;
  /** Its holder has read a mail to the payer. */
  isMailed: boolean;
}

/** `null` if the token is not one of this installation, or too old. */
export function readProofToken(secret: Uint8Array, token: string, at: Date): ProofToken | null {
  const bytes = Buffer.from(token, 'base64url');
  const length = idLength + dayLength;
  // The last letter has bits that decoding leaves out: there is one way to write a token.
  const isWhole = bytes.length === length + signatureLength;
  if (!isWhole || bytes.toString('base64url') !== token) return null;
  const signed = bytes.subarray(0, length);
  if (!timingSafeEqual(bytes.subarray(length), sign(secret, signed))) return null;
  const day = signed.readUInt16BE(idLength);
  if (dayNumber(at) - (day & ~mailedBit) > proofLinkDays) return null;
  const hex = signed.toString('hex', 0, idLength);
  const text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(text) ? { invoiceId: text, isMailed: (day & mailedBit) !== 0 } : null;
}

function sign(secret: Uint8Array, signed: Buffer): Buffer {
  const hash = createHmac('sha256', secret).update('proof of payment: ').update(signed).digest();
  return hash.subarray(0, signatureLength);
}

/** For the mails that ask for a payment. */
export function proofUrlOf({ clock, config, secret }: Installation) {
  return (invoiceId: string) =>
    `${config.publicUrl}/proof-of-payment?token=${makeProofToken(secret, invoiceId, clock.now(), { isMailed: true })}`;
}
