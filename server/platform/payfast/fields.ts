import { encode } from './encode.ts';

export interface Field {
  name: string;
  value: string;
}

/** As it came: bytes, because what a stranger posts need not be text. */
export interface ReceivedField {
  name: Buffer;
  value: Buffer;
}

/** The longest form or notification that is read; the real ones have about 1 KB. product-rules 7.2. */
export const largestBody = 16 * 1024;

/** A form's body as its pairs in the order received, blanks included. Nothing makes it throw. */
export function receiveFields(body: Buffer): ReceivedField[] {
  if (body.length > largestBody) return [];
  const pairs = body.toString('latin1').split('&');
  return pairs.filter((pair) => pair !== '').map(receiveField);
}

function receiveField(pair: string): ReceivedField {
  const [name = '', ...value] = pair.split('=');
  return { name: decode(name), value: decode(value.join('=')) };
}

function decode(text: string): Buffer {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** The pairs as text that can be shown and kept: what is no text becomes U+FFFD, and so does NUL. */
export function textOf({ name, value }: ReceivedField): Field {
  return { name: storable(name), value: storable(value) };
}

function storable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}

/** `name=value&…`, in the provider's encoding. */
export function encodeFields(fields: readonly (Field | ReceivedField)[]): string {
  return fields.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}
