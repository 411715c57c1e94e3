import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app with this key shows at that time. */
export function codeOf(key: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });
}
