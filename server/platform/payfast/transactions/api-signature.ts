import { createHash } from 'node:crypto';
import { encode } from '../encode.ts';

/**
 * Of a call to the provider's API: over headers, query and passphrase together, sorted by name, blanks
 * left out. The passphrase is one of them, and not last as in a form.
 */
export function apiSignature(fields: Readonly<Record<string, string>>, passphrase: string): string {
  const signed = Object.entries({ ...fields, passphrase })
    .filter(([, value]) => value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  return createHash('md5').update(signed).digest('hex');
}
