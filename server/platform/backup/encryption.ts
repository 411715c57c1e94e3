/** How an encrypted archive begins: the age format, which `age --decrypt` opens, too. */
export const encryptedStart = Buffer.from('age-encryption.org/v1\n');

/**
 * The cost of guessing a passphrase, as a power of two: 32 MB and a fifth of a second for each guess. More
 * would stop the application for longer, because the library computes it in one piece. For this, passphrases
 * have a least length.
 */
const workFactor = 15;

/** The library is loaded only when it is needed. */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(ReadableStream.from(source));
}

export class WrongPassphrase extends Error {}

/** Throws `WrongPassphrase`, or another error if the stream is damaged or cut. */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = decrypter.decrypt(ReadableStream.from(source)).catch((error: Error) => {
    throw error.message.startsWith('no identity matched') ? new WrongPassphrase() : error;
  });
  yield* await opened;
}
