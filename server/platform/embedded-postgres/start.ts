import { Client } from 'pg';

import { addressOf } from './address.ts';
import { settingsForRoot } from './authentication.ts';
import { openCluster } from './cluster.ts';
import { openHome } from './home.ts';
import { keepRunning } from './keep-running.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { findSoftware } from './software.ts';

export { DataFolderInUse } from './owner-lock.ts';

export const database = 'membership';

type Options = {
  dataDir: string;
  settings?: Record<string, string>;
  log?: (line: string) => void;
};

/**
 * Starts the embedded PostgreSQL on a folder and keeps it running. Lines from PostgreSQL itself
 * reach `log` with `postgres: ` in front. Throws DataFolderInUse while another start has the
 * folder. Close every pool before `stop`, which may be called any number of times.
 */
export async function startEmbeddedPostgres({ dataDir, settings = {}, log = () => {} }: Options) {
  const { home, account } = await openHome(dataDir, log);
  const releaseLock = takeOwnerLock(home, dataDir);
  try {
    const software = await findSoftware(home, account);
    const cluster = await openCluster(home, software, account);
    const address = await addressOf(cluster);
    const authentication = await settingsForRoot(home, account);
    const all = { ...authentication, ...settings };
    const launch = { bin: software.bin, cluster, account, settings: all, log };
    const server = await keepRunning(launch, address.urlOf('postgres'));
    let stopped: Promise<void> | undefined;
    const stopAll = () => server.stop().then(address.remove).finally(releaseLock);
    const stop = () => (stopped ??= stopAll());
    await createDatabase(address.urlOf('postgres')).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url: address.urlOf(database), stop };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
