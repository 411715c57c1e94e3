import type pg from 'pg';
import { decryptSecret } from '#server/platform/access/encrypt-secret.ts';
import type { StoredKind } from '#server/stored-config.ts';
import { secretUseOf } from './stored.ts';

/** What is entered on pages, by whether this key opens it. Runs in the transaction of the restore. */
export async function sortStored(
  client: pg.ClientBase,
  key: Uint8Array | null,
): Promise<{ readable: StoredKind[]; unreadable: StoredKind[] }> {
  const { rows } = await client.query<{ kind: StoredKind; encrypted: Buffer }>(
    'SELECT kind, encrypted FROM stored_settings ORDER BY kind',
  );
  const isReadable = ({ kind, encrypted }: (typeof rows)[number]) =>
    key !== null && decryptSecret(key, secretUseOf(kind), encrypted) !== null;
  const kindsOf = (some: typeof rows) => some.map(({ kind }) => kind);
  return {
    readable: kindsOf(rows.filter(isReadable)),
    unreadable: kindsOf(rows.filter((row) => !isReadable(row))),
  };
}
