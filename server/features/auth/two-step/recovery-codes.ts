import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#contract/auth/two-step.ts';
import type { Db } from '#server/platform/db/pool.ts';

const groups = 5;

/** Twenty digits, because phones show a keypad of digits for codes: more than 66 random bits. */
function newCode(): string {
  const group = () => String(randomInt(10_000)).padStart(4, '0');
  return Array.from({ length: groups }, group).join('-');
}

/** A fast hash is enough, because the codes are random. */
function hashCode(digits: string): Buffer {
  return createHash('sha256').update(digits).digest();
}

/** Replaces the user's recovery codes. Only the hashes are stored. product-rules 4.23. */
export async function replaceRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(digitsOf(code)) })))
    .execute();
  return codes;
}

/** Whether it was an unused recovery code of this user. It is used up then. */
export async function takeRecoveryCode(
  db: Db,
  { userId, digits, at }: { userId: string; digits: string; at: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(digits))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Whether it has the form of one, right or wrong. */
export function isRecoveryCode(digits: string): boolean {
  return /^\d{20}$/.test(digits);
}

/** People type codes with spaces and hyphens. */
export function digitsOf(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
