import { Secret, TOTP } from 'otpauth';
import { toString as drawQrCode } from 'qrcode';

const stepSeconds = 30;

interface Account {
  organisation: string;
  email: string;
}

function totpOf(secret: Uint8Array, account?: Account): TOTP {
  return new TOTP({
    // An app shows it above the address. A colon would end it.
    issuer: account?.organisation.replaceAll(':', ' ').trim() || 'Membership',
    label: account?.email ?? '',
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: stepSeconds,
  });
}

export function newSecret(): Uint8Array {
  return new Secret({ size: 20 }).bytes;
}

/** What the user enters in the app: the key, or a picture of it with the names. */
export async function drawSecret(secret: Uint8Array, account: Account) {
  const totp = totpOf(secret, account);
  return {
    key: totp.secret.base32,
    picture: await drawQrCode(totp.toString(), { type: 'svg', margin: 4 }),
  };
}

/** Six digits: the library throws at other letters of the same length. */
export function isAppCode(digits: string): boolean {
  return /^\d{6}$/.test(digits);
}

/** The 30 seconds that the code is for: these, or those before or after them. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  if (!isAppCode(code)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}
