import { access } from 'node:fs/promises';

/** Where Debian keeps the databases of a machine. */
const debianFolder = '/var/lib/postgresql';

/**
 * The folder of the database, of whose disk this machine knows the room: that of Debian's PostgreSQL, if the database is
 * reached by a socket. `null` for another one, and for the embedded one, which is in DATA_DIR.
 */
export async function serverFolder(
  databaseUrl: string | null,
  folder = debianFolder,
): Promise<string | null> {
  const host = URL.canParse(databaseUrl ?? '')
    ? new URL(databaseUrl ?? '').searchParams.get('host')
    : null;
  if (host?.startsWith('/') !== true) return null;
  return access(folder).then(
    () => folder,
    () => null,
  );
}
