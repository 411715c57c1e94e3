import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** What a secret is for, and the record that it belongs to: it cannot be moved to another one. */
export interface SecretUse {
  purpose: 'two-step sign-in' | 'stored settings';
  boundTo: string;
}

/** The key is derived from the installation's secret, so a copy of the database alone reveals nothing. */
function keyOf(installation: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', installation, '', purpose, 32));
}

export function encryptSecret(
  installation: Uint8Array,
  { purpose, boundTo }: SecretUse,
  secret: Uint8Array,
): Buffer {
  const nonce = randomBytes(nonceLength);
  const key = keyOf(installation, purpose);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** `null` if it was encrypted with another installation's secret. */
export function decryptSecret(
  installation: Uint8Array,
  { purpose, boundTo }: SecretUse,
  encrypted: Buffer,
): Uint8Array | null {
  const nonce = encrypted.subarray(0, nonceLength);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(installation, purpose), nonce, {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(encrypted.subarray(-tagLength));
    const content = encrypted.subarray(nonceLength, -tagLength);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    return null;
  }
}

export interface RestoreKeys {
  /** Of this installation; `null` if it is not known yet. */
  own: Uint8Array | null;
  /** Of the backup; `null` if it has none. */
  ofBackup: Uint8Array | null;
}

/** A secret of a restored backup, encrypted with the key of this installation; `null` if neither key opens it. */
export function encryptRestored(
  { own, ofBackup }: RestoreKeys,
  use: SecretUse,
  encrypted: Buffer,
): Buffer | null {
  if (own === null) return null;
  if (decryptSecret(own, use, encrypted) !== null) return encrypted;
  const secret = ofBackup && decryptSecret(ofBackup, use, encrypted);
  return secret && encryptSecret(own, use, secret);
}
