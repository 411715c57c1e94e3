import type pg from 'pg';
import { encryptRestored, type RestoreKeys } from '#server/platform/access/encrypt-secret.ts';
import type { StoredKind } from '#server/stored-config.ts';
import { secretUseOf } from './stored.ts';

/**
 * Encrypts what is entered on pages with the key of this installation, and sorts it by whether a key opens it.
 * Runs in the transaction of the restore.
 */
export async function adoptStored(
  client: pg.ClientBase,
  keys: RestoreKeys,
): Promise<{ readable: StoredKind[]; unreadable: StoredKind[] }> {
  const { rows } = await client.query<{ kind: StoredKind; encrypted: Buffer }>(
    'SELECT kind, encrypted FROM stored_settings ORDER BY kind',
  );
  const sorted = { readable: [] as StoredKind[], unreadable: [] as StoredKind[] };
  for (const { kind, encrypted } of rows) {
    const own = encryptRestored(keys, secretUseOf(kind), encrypted);
    sorted[own === null ? 'unreadable' : 'readable'].push(kind);
    if (own === null) continue;
    await client.query('UPDATE stored_settings SET encrypted = $2 WHERE kind = $1', [kind, own]);
  }
  return sorted;
}
