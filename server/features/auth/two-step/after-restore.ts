import type pg from 'pg';
import { decryptSecret } from '#server/platform/access/encrypt-secret.ts';
import { secretUseOf } from './queries.ts';

interface Row {
  user_id: string;
  secret: Buffer;
  email: string;
}

/**
 * Turns off the two-step sign-ins whose secret the key of this installation does not open, so that nobody
 * is locked out. Runs in the transaction of the restore. Answers the addresses. product-rules 4.25.
 */
export async function turnOffUnreadable(
  client: pg.ClientBase,
  key: Uint8Array | null,
): Promise<string[]> {
  const { rows } = await client.query<Row>(
    `SELECT user_id, secret, email FROM two_step_secrets
     JOIN users ON users.id = user_id ORDER BY email`,
  );
  const unreadable = rows.filter(
    ({ user_id, secret }) =>
      key === null || decryptSecret(key, secretUseOf(user_id), secret) === null,
  );
  await client.query('DELETE FROM two_step_secrets WHERE user_id = ANY ($1)', [
    unreadable.map(({ user_id }) => user_id),
  ]);
  return unreadable.map(({ email }) => email);
}
