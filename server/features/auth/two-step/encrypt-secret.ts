import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** The key is derived from the installation's secret, so a copy of the database alone reveals nothing. */
function keyOf(installation: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', installation, '', 'two-step sign-in', 32));
}

/** Bound to the user: it cannot be moved to another account. */
export function encryptSecret(
  installation: Uint8Array,
  userId: string,
  secret: Uint8Array,
): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyOf(installation), nonce).setAAD(Buffer.from(userId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** `null` if it was encrypted with another installation's secret. */
export function decryptSecret(
  installation: Uint8Array,
  userId: string,
  encrypted: Buffer,
): Uint8Array | null {
  const nonce = encrypted.subarray(0, nonceLength);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(installation), nonce, {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(encrypted.subarray(-tagLength));
    const content = encrypted.subarray(nonceLength, -tagLength);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    return null;
  }
}
