import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToAll } from '#server/platform/embedded-postgres/open-to-all.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { startPooler } from './pooler.ts';
import type { Prepared } from './run-steps.ts';

// A test's data may be lost with the machine, so nothing waits for the disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/**
 * A PostgreSQL whose role may create databases: the one of DATABASE_URL, else one of our own. With TEST_POOLER the
 * tests reach their databases through PgBouncer.
 */
export async function startTestDatabase(): Promise<Prepared> {
  const server = await startServer();
  if (!process.env['TEST_POOLER']) return server;
  const url = server.env?.['TEST_DATABASE_URL'] ?? '';
  const pooler = await startPooler(url);
  console.log('Database: through PgBouncer in session mode');
  return {
    env: { ...server.env, TEST_DATABASE_URL: pooler.url, TEST_SERVER_URL: url },
    end: async () => {
      await pooler.stop();
      await server.end?.();
    },
  };
}

async function startServer(): Promise<Prepared> {
  const databaseUrl = process.env.DATABASE_URL;
  if (databaseUrl) {
    console.log('Database: the server of DATABASE_URL');
    // No test may reach the developer's own database by the setting's name.
    return { env: { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: undefined } };
  }
  const dataDir = await mkdtemp(join(await quickFolder(), 'membership-test-'));
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { url, stop } = await startEmbeddedPostgres({
      dataDir,
      settings: { ...settings, ...(await openToAll(dataDir)) },
    });
    console.log('Database: embedded, for this run only');
    return {
      env: { TEST_DATABASE_URL: url },
      end: async () => {
        await stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const memory = '/dev/shm';
/** More than the databases of all tests that run at once, and their logs. */
const enoughBytes = 6e9;

/** Where there is plenty of memory: each test file makes a database, which costs a third of the time there. */
async function quickFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(room, process.availableMemory()) > enoughBytes ? memory : tmpdir();
}
