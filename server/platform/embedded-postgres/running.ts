import { access, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { isShortEnough, urlOf } from './address.ts';
import { database, DataFolderInUse, startEmbeddedPostgres } from './start.ts';

interface Connectable {
  url: string;
  close: () => Promise<void>;
}

/** The application may have taken the folder, and its database not be ready yet. */
const patienceMs = 15_000;

/** Whether the folder has a database. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'cluster')).then(
    () => true,
    () => false,
  );
}

/** The database of a folder: the one that the application runs, else started until `close`. */
export async function connectEmbeddedPostgres(dataDir: string): Promise<Connectable> {
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir });
    return { url, close: stop };
  } catch (error) {
    if (error instanceof DataFolderInUse) return connectToRunning(dataDir);
    throw error;
  }
}

async function connectToRunning(dataDir: string): Promise<Connectable> {
  const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster');
  const link = isShortEnough(cluster) ? null : await mkdtemp(join(tmpdir(), 'membership-'));
  if (link !== null) await symlink(cluster, join(link, 'pg'));
  const close = async () => {
    if (link !== null) await rm(link, { recursive: true, force: true });
  };
  const url = urlOf(link === null ? cluster : join(link, 'pg'))(database);
  try {
    await untilItAnswers(url);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(250);
    }
  }
}
