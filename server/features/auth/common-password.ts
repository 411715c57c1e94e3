import { readFileSync } from 'node:fs';
import { commonPassword } from '#contract/auth/passwords.ts';
import { badField } from '#server/errors.ts';

const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}

/** Refuses one of the 10,000 commonest passwords, in any letter case, at its field. product-rules 4.19. */
export function assertNotCommon(password: string, field: 'password' | 'newPassword'): void {
  if (isCommonPassword(password)) throw badField(field, commonPassword);
}
