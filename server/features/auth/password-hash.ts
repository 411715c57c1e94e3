import { hash, verify } from '@node-rs/argon2';
import { openTurns } from '#server/platform/concurrency/turns.ts';

/** Each takes 19 MiB, a core, and one of the four threads that files and name lookups need, too. */
const inTurn = openTurns({ atOnce: 2, mostWaiting: 100 });

/** Work that no visitor asked for, such as the first administrator's password. */
const ours = 'the application';

/** Argon2id with the library's defaults (19 MiB, two passes). Never call it in a transaction: it may wait. */
export function hashPassword(password: string, client = ours): Promise<string> {
  return inTurn(client, () => hash(password));
}

// Unknown users are checked against this hash, so that both cases take the same time.
const nobodys = hash('nobody has this password');

/** Returns `false` without a hash, after the same amount of work. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  client = ours,
): Promise<boolean> {
  const matches = await inTurn(client, async () =>
    verify(passwordHash ?? (await nobodys), password),
  );
  return passwordHash !== null && matches;
}
