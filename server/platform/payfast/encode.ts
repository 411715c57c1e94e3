const written = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z0-9._-]/.test(character)) return character;
  return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/**
 * PHP's `urlencode`, which the provider signs with: JavaScript's encoders leave `! ' ( ) * ~` or
 * some of them as they are, and O'Brien could not pay. Bytes, because PHP knows nothing else.
 */
export function encode(text: string | Buffer): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.from(bytes, (byte) => written[byte]).join('');
}

const blanks = ' \t\n\r\0\v';

/** PHP's `trim`: JavaScript's also takes U+00A0 away, which the provider keeps and signs. */
export function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blanks.includes(text.charAt(start))) start += 1;
  while (end > start && blanks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
