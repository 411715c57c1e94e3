import type pg from 'pg';
import { encryptRestored, type RestoreKeys } from '#server/platform/access/encrypt-secret.ts';
import { secretUseOf } from './queries.ts';

interface Row {
  user_id: string;
  secret: Buffer;
  email: string;
}

/**
 * Encrypts the secrets of two-step sign-in with the key of this installation. Turns off those that no key opens, so
 * that nobody is locked out. Runs in the transaction of the restore. Answers their addresses. product-rules 4.25.
 */
export async function adoptTwoStep(client: pg.ClientBase, keys: RestoreKeys): Promise<string[]> {
  const { rows } = await client.query<Row>(
    `SELECT user_id, secret, email FROM two_step_secrets
     JOIN users ON users.id = user_id ORDER BY email`,
  );
  const turnedOff: string[] = [];
  for (const { user_id, secret, email } of rows) {
    const encrypted = encryptRestored(keys, secretUseOf(user_id), secret);
    if (encrypted === null) turnedOff.push(email);
    await client.query(
      encrypted === null
        ? 'DELETE FROM two_step_secrets WHERE user_id = $1'
        : 'UPDATE two_step_secrets SET secret = $2 WHERE user_id = $1',
      encrypted === null ? [user_id] : [user_id, encrypted],
    );
  }
  return turnedOff;
}
