import { access, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
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

/**
 * The database while an application runs it, for commands beside that application. `null` if no PostgreSQL
 * runs there. Starts nothing.
 */
export async function findRunningPostgres(dataDir: string): Promise<Connectable | null> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (home === null) return null;
  const cluster = join(home, 'cluster');
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid] = file.split('\n');
  return pid && isAlive(Number(pid)) ? addressBeside(cluster) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function connectToRunning(dataDir: string): Promise<Connectable> {
  const found = await addressBeside(join(await realpath(join(dataDir, 'postgres')), 'cluster'));
  try {
    await untilItAnswers(found.url);
    return found;
  } catch (error) {
    await found.close();
    throw error;
  }
}

/** By a link of its own where the path is long: the application removes the one that it made. */
async function addressBeside(cluster: string): Promise<Connectable> {
  const link = isShortEnough(cluster) ? null : await mkdtemp(join(tmpdir(), 'membership-'));
  if (link !== null) await symlink(cluster, join(link, 'pg'));
  const close = async () => {
    if (link !== null) await rm(link, { recursive: true, force: true });
  };
  return { url: urlOf(link === null ? cluster : join(link, 'pg'))(database), close };
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
